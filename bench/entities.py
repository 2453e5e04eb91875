"""Words that tasks are about. Which pool a word belongs to is decided by ``draw.pool_of``, never by its place here."""

GIVEN = ("Anna", "Ben", "Clara", "David", "Elena", "Felix", "Grace", "Hugo", "Iris", "Jonas")
FAMILY = ("Adler", "Baker", "Cole", "Dawson", "Ellis", "Fischer", "Grant", "Hayes")
TOPICS = ("workout", "meeting", "groceries", "rehearsal", "laundry", "budget", "garden", "homework")
QUALIFIERS = ("morning", "team", "weekly", "quiet", "urgent", "family", "evening", "monthly")
PLACES = ("Bristol", "Lisbon", "Oslo", "Kyoto", "Denver", "Prague", "Leeds", "Porto")
PHRASES = ("running ten minutes late", "can you bring the {thing}", "see you in {place}", "call me after the {thing}")
GIVEN_ZH = ("小明", "芳", "丽华", "建国", "婷婷", "浩然", "雪", "志强")
FAMILY_ZH = ("王", "张", "刘", "陈", "杨", "赵", "周", "吴")
TOPICS_ZH = ("晨跑", "周会", "买菜", "排练", "洗衣", "预算", "浇花", "作业")
PLACES_ZH = ("北京", "杭州", "成都", "广州", "西安", "厦门", "青岛", "昆明")
PHRASES_ZH = ("我晚十分钟到", "记得带钥匙", "到了给我打电话", "明天见")
