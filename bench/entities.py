"""Words that tasks are about. Which pool a word belongs to is decided by ``draw.pool_of``, never by its place here.

The lists are long because the held-out pools take a tenth of each: a test that draws from a handful of names would
measure whether those names are known, not whether a planner copies what it was told.
"""


def _words(text: str) -> tuple[str, ...]:
    """The comma-separated entries of a text, in order, each once."""
    entries = (" ".join(entry.split()) for entry in text.split(","))
    return tuple(dict.fromkeys(entry for entry in entries if entry))


def _joined(first: str, second: str, between: str = "") -> tuple[str, ...]:
    """Every entry of ``first`` with every entry of ``second``."""
    return tuple(f"{head}{between}{tail}" for head in _words(first) for tail in _words(second))


GIVEN = _words("""
Aaron, Abel, Abigail, Ada, Adele, Adrian, Agnes, Aidan, Aiko, Aileen, Akira, Alan, Alba, Albert, Alejandro, Alex,
Alice, Alina, Allegra, Alma, Alvaro, Amara, Amelia, Amina, Amir, Amit, Ana, Anders, Andrea, Andrew, Angela, Anika,
Anita, Anjali, Anna, Anneke, Annika, Anthony, Antonia, Anton, April, Arjun, Arthur, Arturo, Asha, Astrid, Aurora, Ava,
Axel, Ayesha, Ayla, Barbara, Bart, Basil, Beatrice, Bella, Ben, Benita, Bernard, Bertha, Beth, Bianca, Bjorn, Boris,
Brenda, Brian, Brigitte, Bruno, Caleb, Camila, Carla, Carlos, Carmen, Carol, Caroline, Caspar, Cecilia, Celia, Celine,
Cesar, Chad, Chandra, Charles, Charlotte, Chloe, Chiara, Christa, Christian, Claire, Clara, Claudia, Clive, Colin,
Connor, Cora, Craig, Cyrus, Dagmar, Daisy, Damian, Dana, Daniel, Daphne, Dario, Darren, David, Dean, Deborah, Deepa,
Delia, Denise, Dennis, Derek, Devika, Diana, Diego, Dieter, Dimitri, Dinah, Dominic, Donna, Dora, Doris, Dorothy,
Duncan, Dylan, Edgar, Edith, Eduardo, Edward, Eileen, Einar, Ekaterina, Elaine, Eleanor, Elena, Eli, Elias, Elif,
Elisa, Ella, Ellen, Elliot, Elsa, Elvira, Emil, Emilia, Emily, Emmanuel, Enrico, Enzo, Erica, Erik, Ernest, Esme,
Esperanza, Esther, Ethan, Etta, Eugene, Eva, Evan, Evelyn, Ezra, Fabian, Faith, Farah, Fatima, Faye, Federico,
Felicity, Felix, Fernando, Finn, Fiona, Flora, Florian, Frances, Francesca, Frank, Frederik, Freya, Frida, Gabriel,
Gareth, Gaspard, Gavin, Gemma, Genevieve, George, Georgia, Gerald, Gianna, Gideon, Gilbert, Gina, Giovanni, Gita,
Giulia, Gloria, Gordon, Grace, Graham, Greta, Gregor, Guido, Gunnar, Gustav, Gwen, Hadley, Hamza, Hana, Hannah,
Harald, Harold, Harriet, Haruki, Hassan, Hazel, Heather, Hector, Heidi, Helen, Helga, Henrik, Henry, Herman, Hilda,
Hiro, Holly, Hope, Howard, Hugo, Ian, Ibrahim, Ida, Ignacio, Ilse, Imogen, India, Ines, Ingrid, Irene, Iris, Irma,
Isaac, Isabel, Isla, Ivan, Ivy, Jacob, Jade, Jamal, James, Jana, Jane, Janice, Jared, Jasmine, Jason, Javier, Jean,
Jeffrey, Jelena, Jenna, Jeremy, Jesper, Jill, Joan, Joanna, Joel, Johan, John, Jolene, Jonas, Jordan, Jorge, Josef,
Josephine, Joy, Joyce, Juan, Judith, Julia, Julian, Juliet, Julius, June, Kai, Kamala, Karen, Karim, Karl, Karolina,
Kate, Katrin, Kavita, Keira, Keith, Kelly, Kenji, Kenneth, Kerstin, Kevin, Khalid, Kiara, Kieran, Kim, Kiran, Klara,
Klaus, Kofi, Kristin, Kumar, Kyle, Lakshmi, Lara, Lars, Laura, Lauren, Layla, Leah, Leila, Lena, Leo, Leon, Leonard,
Leonie, Leroy, Leticia, Lewis, Liam, Lila, Lilian, Linda, Lisa, Livia, Liz, Lola, Lorenzo, Lotte, Louis, Louise, Luca,
Lucas, Lucia, Lucy, Luis, Luke, Luna, Lydia, Lynn, Mabel, Madeleine, Magnus, Maeve, Malcolm, Malik, Manuel, Mara,
Marcel, Marco, Margaret, Margot, Maria, Marianne, Marina, Mario, Marisol, Marius, Mark, Marlene, Marta, Martin, Mary,
Mateo, Mathilda, Matthew, Maud, Maureen, Maurice, Max, Maya, Meera, Mehmet, Melanie, Melissa, Mercy, Meredith, Mia,
Michael, Michelle, Miguel, Mika, Milan, Mildred, Milo, Mina, Miranda, Miriam, Mohammed, Moira, Molly, Mona, Monica,
Morgan, Moritz, Muriel, Myra, Nadia, Nadine, Naomi, Natalia, Natasha, Nathan, Neha, Neil, Nell, Nelson, Nia, Niamh,
Nicholas, Nicole, Nigel, Nikhil, Nina, Noah, Noel, Nora, Norman, Nuria, Octavia, Odette, Olaf, Olga, Olive, Oliver,
Olivia, Omar, Ophelia, Orla, Oscar, Otto, Owen, Pablo, Padma, Paloma, Pamela, Paola, Pascal, Patrick, Paul, Paula,
Pavel, Pearl, Pedro, Penelope, Percy, Petra, Philip, Phoebe, Pia, Pierre, Pilar, Piotr, Polly, Poppy, Pradeep, Priya,
Quentin, Quincy, Rachel, Rafael, Ragnar, Rahul, Raina, Rajesh, Ralph, Ramona, Randall, Rania, Raquel, Rasmus, Raul,
Ravi, Raymond, Rebecca, Reina, Remy, Rena, Renata, Rene, Rhea, Rhys, Ricardo, Richard, Riley, Rita, Robert, Robin,
Rocio, Roderick, Rodrigo, Roger, Rohan, Roland, Roman, Romy, Ronald, Rosa, Rosalind, Rose, Rowan, Roxanne, Ruben,
Rufus, Rupert, Russell, Ruth, Ryan, Sabine, Sabrina, Sadie, Sahil, Salma, Salvador, Samantha, Samir, Samuel, Sandra,
Sanjay, Santiago, Sara, Sasha, Saskia, Scott, Sean, Sebastian, Selena, Selma, Serena, Sergio, Seth, Shanti, Sharon,
Shaun, Sheila, Shirley, Sienna, Sigrid, Silas, Silvia, Simon, Simone, Sofia, Solveig, Sonia, Soren, Spencer, Stanley,
Stefan, Stella, Stephanie, Steven, Stuart, Sunita, Susan, Suzanne, Sven, Sylvie, Tabitha, Tamara, Tanya, Tara, Tariq,
Tatiana, Ted, Teresa, Tessa, Thea, Theo, Theresa, Thomas, Thora, Tiago, Tilda, Tim, Tina, Tobias, Todd, Tomas, Toni,
Tracy, Trevor, Tristan, Ulrich, Una, Ursula, Valentina, Valerie, Vanessa, Vera, Veronica, Victor, Victoria, Vijay,
Vikram, Vincent, Viola, Violet, Virginia, Vivian, Vladimir, Wade, Walter, Wanda, Warren, Wayne, Wendy, Wesley,
Wilfred, Wilhelm, Willa, William, Winifred, Winston, Wolfgang, Xavier, Ximena, Yara, Yasmin, Yolanda, Yuki, Yusuf,
Yves, Yvonne, Zachary, Zahra, Zelda, Zoe, Zora, Zuri
""")

FAMILY = _words("""
Abbott, Adler, Aguilar, Ahmed, Akhtar, Albrecht, Almeida, Andersson, Antunes, Arnold, Asante, Bachmann, Bailey, Baker,
Bakshi, Banerjee, Barros, Bauer, Becker, Benitez, Bergman, Bhatt, Bianchi, Bishop, Blanc, Blom, Boateng, Bonnet, Borg,
Bose, Bowen, Braun, Brennan, Brooks, Bruni, Burke, Cabrera, Cameron, Campos, Cardoso, Carey, Carlsen, Caruso,
Castillo, Chaudhry, Chevalier, Chowdhury, Christensen, Clarkson, Cohen, Cole, Collins, Conti, Cooper, Correia, Costa,
Coulibaly, Cruz, Curran, Dahl, Das, Dawson, Delgado, Deshmukh, Desai, Diaz, Dietrich, Diallo, Dixon, Dlamini, Donovan,
Doyle, Dubois, Duarte, Dupont, Ebert, Eriksen, Ellis, Escobar, Espinoza, Evans, Fabre, Farrell, Faure, Fernandes,
Ferrari, Figueroa, Fischer, Fleming, Flores, Fontaine, Forde, Foster, Fournier, Franke, Friedman, Fuentes, Gallagher,
Gandhi, Garnier, Gashi, Gauthier, Georgiou, Gibson, Gill, Girard, Gomes, Gonzalez, Goswami, Gruber, Guerra, Gupta,
Gutierrez, Haddad, Hansen, Hartmann, Hassan, Hayes, Hedberg, Hernandez, Herrera, Hoffmann, Holm, Horvat, Hossain,
Hughes, Hussain, Ibarra, Iglesias, Ishikawa, Ivanov, Iyer, Jansen, Jardine, Jensen, Jimenez, Joshi, Kaiser, Kamara,
Kapoor, Karlsson, Kaur, Kavanagh, Keller, Kelly, Khan, Kimura, Klein, Kovacs, Kowalski, Kraft, Krishnan, Kruger,
Kuznetsov, Lambert, Lang, Larsen, Laurent, Lehmann, Leroux, Levy, Lindgren, Lombardi, Lopes, Lorenz, Lucero, Lund,
Machado, Maier, Malhotra, Mancini, Marchetti, Marino, Marques, Martel, Mbeki, McBride, McCarthy, McKenna, Medina,
Mehta, Meier, Mendes, Menon, Mercier, Mishra, Mitchell, Molina, Moretti, Moreno, Morrison, Mueller, Mukherjee, Munoz,
Murphy, Mwangi, Nair, Nakamura, Navarro, Neumann, Ndlovu, Nguyen, Nielsen, Nilsson, Nolan, Novak, Nowak, Nunes,
OBrien, Ochoa, Okafor, Olsen, Onyango, Orlov, Ortega, Osei, Pacheco, Palmer, Papadakis, Parker, Patel, Pellegrini,
Peralta, Pereira, Petit, Petrov, Pham, Pillai, Pinto, Popescu, Prasad, Quinn, Quiroga, Rao, Ramirez, Rasmussen, Reddy,
Reinhardt, Reyes, Ribeiro, Ricci, Richter, Rinaldi, Rios, Robinson, Rocha, Rojas, Romano, Rossi, Rousseau, Ruiz,
Saito, Salazar, Salvi, Samuelsson, Sandoval, Santoro, Sato, Schaefer, Schmidt, Schneider, Sengupta, Serrano, Sharma,
Silva, Simmons, Singh, Sokolov, Soto, Stein, Suarez, Sullivan, Suzuki, Svensson, Szabo, Takahashi, Tanaka, Tavares,
Teixeira, Thapa, Torres, Toure, Tran, Trivedi, Turner, Ueda, Valdez, Vargas, Vasquez, Vega, Verma, Vidal, Vogel,
Volkov, Wagner, Walsh, Watanabe, Weber, Weiss, Wilson, Winkler, Wolff, Yamada, Yilmaz, Young, Zapata, Zhou, Ziegler,
Zimmermann
""") + _joined(
    """
    Ash, Black, Brad, Carl, Cran, Dun, East, Farn, Glen, Gold, Harl, Hart, Haw, Hol, Kings, Lang, Lin, Marl, Mill,
    North, Oak, Pem, Red, Shel, Stan, Sun, Thorn, Wal, West, Whit
    """,
    """
    bury, combe, dale, field, ford, gate, ham, hurst, ley, more, stead, stone, ton, well, wick, worth
    """,
)

TOPICS = _words("""
accounting, acupuncture, admissions, advertising, aerobics, algebra, allergy shot, allotment, anatomy, anniversary,
antiques, apartment viewing, appraisal, aquarium, archery, archive, art class, assembly, astronomy, attic, auction,
audit, autumn clean, babysitting, backpack, backup, badminton, baking, balcony, ballet, band practice, bank visit,
baptism, barbecue, barber, baseball, basement, basketball, bathroom, beach day, beehive, benchmark, bicycle, billing,
biology, birthday, blood test, board game, bonfire, bookkeeping, bookshelf, boots, botany, bouquet, bowling, boxing,
braces, breakfast, brewing, bridge club, briefing, brochure, brunch, budget, bus pass, cabin, cake order, calligraphy,
camera, camping, candles, canoe, car wash, carnival, carpentry, carpool, cashflow, casting, catering, cathedral,
ceramics, chapter, charity, checkup, chemistry, chess, childcare, chimney, choir, cinema, circuit, claims, cleaning,
climbing, clinic, closet, coaching, coffee beans, colloquium, commission, commute, compost, concert, conference,
contract, cookbook, cooking, costume, cottage, counselling, courier, court date, crafts, cricket, crochet, croquet,
curriculum, curtains, customs, cycling, dance class, data entry, daycare, deadline, debate, decoration, delivery,
demo, dentist, deposit, design sprint, dessert, diagnostics, diet, digest, dinner, diploma, dishwasher, dissertation,
diving, dog walk, donation, dough, drawing, driving test, drums, dry cleaning, economics, editing, elections,
electrician, embassy, embroidery, energy bill, engine, ensemble, errands, essay, etching, evaluation, exam, excursion,
exhibition, expedition, experiment, eye test, fabric, factory tour, fair, fasting, feedback, fencing, ferry, festival,
fiction, field trip, filing, film night, filter, finance, fireworks, first aid, fishing, fitness, flat inspection,
flea market, flight, flooring, flowers, flute, folklore, football, forecast, forestry, fossils, fountain, framing,
freezer, french class, fundraiser, furniture, gallery, garage, garden, gardening, genealogy, geography, geometry,
german class, gift list, glazing, golf, grading, graduation, grammar, grant proposal, gravel, greenhouse, groceries,
guitar, gutters, gym, gymnastics, haircut, handball, handover, harbour, harvest, headcount, health check, heating,
hedge, helmet, herbs, heritage, hiking, history, hockey, homework, honey, horse riding, hospital, hosting,
housewarming, hydration, hygiene, ice skating, icing, immigration, improv, induction, injection, ink, inspection,
insulin, insurance, interview, inventory, investment, invoice, ironing, italian class, itinerary, jam session,
jewellery, jogging, journal, judo, juice, jury duty, karate, kayak, kennel, keynote, kiln, kindergarten, kitchen,
kite, knitting, lab report, ladder, landlord, language exchange, lantern, latin, laundry, lawn, lease, leather,
lecture, legal advice, leftovers, library, lifeguard, lighthouse, linen, literature, loan, locker, logbook, logistics,
luggage, lunch, magazine, mailing, maintenance, manuscript, marathon, market, marketing, massage, mathematics,
maths club, meal prep, mechanic, medication, meditation, meeting, membership, memoir, mentoring, metalwork,
microscope, migraine, milestone, mindfulness, minutes, mortgage, mosaic, motorcycle, moving day, museum, mushrooms,
music, mythology, networking, newsletter, night shift, notary, novel, nursery, nutrition, observatory, office party,
olive oil, onboarding, opera, optician, orchard, orchestra, orchids, origami, orthodontist, outreach, oven, packing,
paddling, painting, pancakes, panel, pantry, paperwork, parade, parking, passport, pasta, patent, patrol, payroll,
pension, perfume, permit, pharmacy, philosophy, photography, physics, physiotherapy, piano, picnic, pilates, pills,
pitch, planetarium, planning, plumber, podcast, poetry, poker, polish, pool, portfolio, portrait, postcards, posters,
pottery, presentation, pricing, printing, procurement, prototype, pruning, psychology, pub quiz, publishing,
puppet show, puzzle, quarterly, quilt, quiz, rafting, raincoat, reading, real estate, recipes, recital, recruiting,
recycling, reception, refund, regatta, registration, rehearsal, relocation, renovation, rent, repairs, research,
reservation, residency, retreat, retrospective, review, robotics, rocket, roof, roster, rowing, rugby, running,
safari, safety drill, sailing, salad, sales, salon, sanding, sauna, savings, saxophone, scaffolding, scholarship,
science fair, screening, screenplay, scuba, sculpture, seedlings, seminar, serenade, sermon, sewing, shelter, shift,
shoes, shopping, shuttle, sightseeing, singing, skateboard, sketching, skiing, slides, snorkel, snowboard, soap,
soccer, social club, sociology, softball, solar panels, soup, spanish class, spices, sponsorship, sprint, squash,
stables, stamps, standup, statistics, stationery, stocktake, storage unit, storytelling, strategy, strings, studio,
study group, suitcase, summit, surfing, survey, sushi, swimming, symposium, syllabus, table tennis, tailor, tapestry,
tax return, taxi, tea tasting, telescope, tennis, theatre, thermostat, thesis, therapy, tickets, tiles, timesheet,
toastmasters, toolbox, tournament, toys, training, translation, trial, trombone, tuition, tuning, tutoring, tyres,
ukulele, uniform, union, upholstery, vaccination, varnish, vegetables, vendor call, veterinary, video call, vineyard,
violin, visa, vitamins, volleyball, volunteering, voting, wallpaper, walking, wardrobe, warehouse, warranty,
watercolour, watering, webinar, wedding, weeding, weightlifting, welding, whisky tasting, wildlife, windows, wine,
wiring, woodwork, workout, workshop, wrestling, writing, yearbook, yoga, zoo, zoology
""")

QUALIFIERS = _words("""
able, active, advanced, afternoon, alpine, amber, ancient, annual, april, arctic, august, autumn, azure, basic,
beginner, big, blue, bold, boston, brave, brief, bright, broad, bronze, busy, calm, campus, careful, casual, central,
cheap, cheerful, city, classic, clean, clever, client, close, coastal, cold, colourful, combined, common, company,
complete, copper, coral, cosy, creative, crimson, crisp, curious, daily, dawn, december, deep, delta, departmental,
desert, digital, direct, double, early, easter, eastern, easy, elder, elegant, emerald, evening, everyday, express,
extra, fancy, fast, february, final, fine, first, fixed, flexible, formal, fortnightly, fourth, free, fresh, friday,
friendly, frosty, full, funny, future, gentle, giant, glass, global, golden, good, grand, great, green, grey, group,
guest, half, halloween, handy, happy, harbour, heavy, hidden, high, hillside, holiday, home, honest, hourly, huge,
important, indoor, informal, inner, instant, intensive, internal, island, ivory, january, joint, jolly, july, june,
junior, kids, kind, lakeside, large, late, lavender, lazy, leafy, legal, light, little, lively, local, long, loud,
lower, lucky, lunar, main, major, maple, march, marine, may, mellow, member, midday, midnight, midweek, mini, minor,
misty, mobile, modern, modest, monday, monthly, morning, mountain, musical, narrow, national, neat, neighbourhood,
new, next, nice, noble, noon, northern, november, october, office, old, olive, online, open, optional, orange,
outdoor, outer, overnight, pacific, paper, parents, partner, patient, peaceful, personal, pink, plain, pleasant,
polar, polite, popular, practical, pretty, prime, private, project, proper, proud, public, purple, quarterly, quick,
quiet, rainy, random, rapid, rare, red, regional, regular, remote, retro, rooftop, round, royal, ruby, rural, rustic,
safe, saturday, scarlet, school, seasonal, second, secret, senior, september, serious, shady, shared, sharp, shiny,
short, silent, silver, simple, single, sixth, slow, small, smart, smooth, snowy, soft, solar, solid, southern, spare,
special, spring, staff, standard, steady, strict, strong, student, summer, sunday, sunny, sunrise, sunset, super,
surprise, sweet, swift, team, temporary, thursday, tidy, tiny, top, tropical, tuesday, turquoise, twilight, upper,
urban, urgent, valley, velvet, vintage, virtual, vital, warm, wednesday, weekend, weekly, western, white, wide, wild,
windy, winter, wise, wooden, yearly, yellow, youth, zesty
""")

PLACES = _words("""
Aarhus, Aberdeen, Accra, Adelaide, Agadir, Albany, Alicante, Almeria, Amiens, Ancona, Annecy, Antalya, Antwerp,
Arezzo, Arles, Arusha, Asheville, Aspen, Athens, Atlanta, Auckland, Austin, Avignon, Baku, Baltimore, Bamberg, Bangor,
Barcelona, Bari, Basel, Bath, Belfast, Bergamo, Bergen, Berlin, Bilbao, Boise, Bologna, Bonn, Bordeaux, Boulder,
Bremen, Brest, Brighton, Brisbane, Bristol, Brno, Bruges, Brussels, Budapest, Buffalo, Burgos, Bursa, Cadiz, Calais,
Calgary, Cambridge, Canberra, Cannes, Canterbury, Cardiff, Carlisle, Cartagena, Casablanca, Catania, Charleston,
Chester, Chicago, Chur, Cleveland, Coimbra, Cologne, Columbus, Como, Copenhagen, Cordoba, Cork, Cornwall, Cusco,
Dakar, Dallas, Darwin, Davos, Delft, Denver, Derby, Detroit, Dijon, Dover, Dresden, Dublin, Dubrovnik, Dundee, Durban,
Durham, Edinburgh, Eindhoven, El Paso, Erfurt, Evora, Exeter, Faro, Ferrara, Fez, Florence, Frankfurt, Freiburg,
Fresno, Fukuoka, Galway, Gdansk, Geneva, Genoa, Ghent, Girona, Glasgow, Goa, Gothenburg, Granada, Graz, Grenoble,
Groningen, Haifa, Halifax, Hamburg, Hanover, Harrogate, Hartford, Heidelberg, Helsinki, Hobart, Houston, Hull,
Inverness, Ipswich, Istanbul, Izmir, Jaipur, Jena, Kampala, Karlsruhe, Kassel, Kiel, Kigali, Kilkenny, Klagenfurt,
Kobe, Kochi, Krakow, Kyoto, Lagos, Lahore, Lancaster, Lausanne, Leeds, Leicester, Leiden, Leipzig, Lille, Lima,
Limerick, Lincoln, Linz, Lisbon, Liverpool, Ljubljana, Lucca, Lucerne, Lugano, Lund, Luxor, Lviv, Lyon, Madison,
Madrid, Mainz, Malaga, Malmo, Manchester, Mantua, Marbella, Marseille, Medellin, Melbourne, Memphis, Miami, Milan,
Minsk, Modena, Mombasa, Monaco, Montreal, Montpellier, Munich, Mysore, Nagoya, Nairobi, Nantes, Naples, Nashville,
Newcastle, Nice, Norwich, Nottingham, Nuremberg, Oakland, Oban, Odense, Oporto, Orlando, Osaka, Oslo, Ottawa, Oxford,
Padua, Palermo, Palma, Parma, Perth, Perugia, Phoenix, Pisa, Pittsburgh, Plymouth, Porto, Portland, Potsdam, Prague,
Preston, Pune, Quebec, Quito, Ravenna, Reading, Regensburg, Reims, Rennes, Reykjavik, Riga, Rimini, Rochester, Rome,
Rotterdam, Rouen, Salem, Salzburg, Samara, San Diego, Sapporo, Savannah, Seattle, Segovia, Sendai, Seville, Sheffield,
Siena, Sofia, Southampton, Split, Stavanger, Stirling, Stockholm, Strasbourg, Stuttgart, Surat, Swansea, Sydney,
Syracuse, Tacoma, Tampa, Tampere, Tangier, Tartu, Tbilisi, Thessaloniki, Toledo, Toronto, Toulouse, Tours, Trento,
Trieste, Tromso, Trondheim, Troyes, Tucson, Tunis, Turin, Turku, Udine, Ulm, Uppsala, Utrecht, Valencia, Valletta,
Vancouver, Venice, Verona, Vienna, Vigo, Vilnius, Wakefield, Warsaw, Wellington, Weimar, Winchester, Worcester, York,
Zadar, Zagreb, Zaragoza, Zurich
""")

VENUES = _joined(
    """
    Amber, Birch, Cedar, Corner, Eagle, Fountain, Garden, Harbour, Ivy, Juniper, Kingfisher, Lantern, Maple,
    Meadow, Orchard, Pine, Quarry, River, Station, Sycamore, Terrace, Tulip, Union, Willow
    """,
    """
    Cafe, Hall, House, Room, Studio, Theatre, Gym, Library, Kitchen, Park
    """,
    " ",
)
"""Where events take place."""

PHRASES = _words("""
running {number} minutes late, can you bring the {thing}, see you in {place}, call me after the {thing},
the {thing} is ready, I am in {place} now, the {thing} starts at {number}, bring your {thing} notes,
I found your {thing} book, no {thing} this week, we moved the {thing} to {place}, please send me the {thing} list,
the {thing} went really well, can we talk about the {thing}, I booked the {thing} in {place},
happy birthday from {place}, I left the keys by the {thing}, meet me at the {place} station,
the {thing} costs {number} pounds, thanks for the {thing} tips, the train to {place} is late,
I will skip the {thing} today, save me a seat at the {thing}, do you need the {thing} folder,
good luck with the {thing}, the {thing} is at the front desk, I am stuck near {place},
we need {number} people for the {thing}, the {thing} got cancelled, bring {number} chairs to the {thing},
I paid for the {thing}, see you after the {thing}, the {place} trip is on, I have {number} tickets for {place},
pick up the {thing} stuff, let me know about the {thing}, the {thing} door code is {number}, lunch before the {thing},
no news about the {thing}, I am free after the {thing}, we land in {place} tonight,
the bus leaves {place} at {number}, can you feed the cat in {place}, the {thing} needs a new date,
please water the plants, my phone was off during the {thing}, table {number} is ours, the {thing} photos are great,
who is driving to {place}, wish me luck for the {thing}, I ordered the {thing} set, take the exit before {place},
send the {thing} bill to me, gate {number} at {place}, the {thing} teacher is ill, remember the {thing} form,
platform {number} for {place}, let us do the {thing} together, the {thing} is on page {number}, I miss {place},
the {place} office is closed, ask for the {thing} discount, room {number} for the {thing}, home in {number} minutes,
so proud of the {thing} result, the {thing} key is under the mat, we need a plan for {place},
the {thing} cake is lovely, leave the {thing} box outside, it rains in {place}, no rush with the {thing},
I signed the {thing} papers, found a flat in {place}, the {thing} line is {number} people long,
tell me when the {thing} is over, {number} days until {place}, the {thing} price went up,
I will be at the {thing} until {number}, the parcel from {place} is here, join us for the {thing},
lost my {thing} badge, the {thing} video is online, need {number} more for the {thing},
back from {place} on day {number}, the {thing} team says hello, can you cover the {thing},
the {place} map is in the car, dress warm for the {thing}, I will call from {place}
""")
"""Messages and short notes. ``{thing}``, ``{place}`` and ``{number}`` are filled in by ``Draw.phrase``."""

GROCERIES = _words("""
almonds, apples, apricots, artichokes, asparagus, avocados, bagels, bananas, basil, beans, beetroot, biscuits,
blueberries, bread, broccoli, butter, cabbage, carrots, cashews, cauliflower, celery, cereal, cheese, cherries,
chickpeas, chillies, chives, chocolate, cinnamon, coconut, coffee, coriander, couscous, crackers, cranberries, cream,
cucumber, dates, dill, eggs, fennel, feta, figs, flour, garlic, ginger, granola, grapes, ham, hazelnuts, honey,
hummus, ketchup, kiwis, leeks, lemons, lentils, lettuce, limes, mangoes, marmalade, melon, milk, mint, mozzarella,
muesli, mushrooms, mustard, napkins, nectarines, noodles, nutmeg, oats, olives, onions, oranges, oregano, paprika,
parsley, parsnips, peaches, peanuts, pears, peas, pecans, pepper, pickles, pineapple, pistachios, plums, pomegranate,
potatoes, pumpkin, quinoa, radishes, raisins, raspberries, rhubarb, rice, rosemary, rye, saffron, sage, salmon, salt,
spinach, strawberries, sugar, thyme, tofu, tomatoes, tortillas, tuna, turnips, vanilla, vinegar, walnuts, yeast,
yoghurt, zucchini
""")

WIFI_NAMES = _joined(
    """
    Alder, Beacon, Blue Door, Cafe Mondo, Corner Shop, Dockside, Elm Street, Foxglove, Guesthouse, Hilltop, Iris,
    Jupiter, Kestrel, Lakeview, Moonrise, Northgate, Old Mill, Pelican, Quayside, Riverside, Saffron, Thistle,
    Upstairs, Violet, Wren, Yellow House
    """,
    """
    5G, Guest, Home, Net, Office, WiFi
    """,
    "-",
)
PASSWORDS = _joined(
    """
    amber, basil, cobalt, daisy, ember, falcon, ginger, hazel, indigo, jasper, kiwi, lemon, mango, nectar, olive,
    pepper, quartz, raven, salsa, tulip, umber, velvet, walnut, yucca, zephyr
    """,
    """
    1984, 2207, 3315, 4082, 5571, 6609, 7126, 8840, 9053, 1379
    """,
)
HEADPHONES = _joined(
    """
    Aria, Bose, Cadence, Echo, Fjord, Galaxy, Halo, Jabra, Linea, Melody, Nova, Opus, Pixel, Pulse, Sony, Sonata,
    Tempo, Verve
    """,
    """
    Buds, Buds Pro, Elite, Max, QC, Studio
    """,
    " ",
)
SPEAKERS = _joined(
    """
    Anker, Boom, Canyon, Drift, Flip, Marble, Nomad, Orbit, Pebble, Ripple
    """,
    """
    Mini, One, Cube, Go
    """,
    " ",
)
SCREENS = _joined(
    """
    Attic, Balcony, Basement, Bedroom, Conference, Den, Dining Room, Garage, Guest Room, Gym, Hallway, Kitchen,
    Library, Lobby, Living Room, Loft, Lounge, Nursery, Office, Playroom, Studio, Study, Terrace, Workshop
    """,
    """
    TV, Projector, Display, Screen
    """,
    " ",
)
COMPUTERS = _joined(
    """
    Anvil, Bamboo, Comet, Dynamo, Ember, Falcon, Granite, Harrier, Ibis, Juno, Kodiak, Lynx, Meteor, Nimbus,
    Osprey, Puma, Quasar, Raptor
    """,
    """
    Desktop, Laptop, Tower, Workstation
    """,
    "-",
)
ROOMS = _words("""
attic, balcony, basement, bathroom, bedroom, conservatory, corridor, dining room, garage, guest room, hall, kitchen,
landing, laundry room, library, living room, loft, lounge, nursery, office, pantry, playroom, porch, studio, study,
terrace, utility room, workshop
""")
FILE_STEMS = _joined(
    """
    agenda, budget, catalogue, certificate, contract, draft, estimate, floorplan, guide, handbook, inventory,
    invoice, itinerary, journal, letter, manual, menu, minutes, notes, offer, outline, payslip, plan, policy,
    poster, proposal, quote, receipt, report, roster, schedule, slides, summary, survey, syllabus, timetable
    """,
    """
    april, autumn, berlin, east, final, march, may, north, spring, v2, v3, winter, 2024, 2025, 07, 12
    """,
    "_",
)
FOLDER_NAMES = _words("""
Accounting, Albums, Applications, Archive 2024, Blueprints, Bookings, Car, Certificates, Choir, Clients, Club,
Coursework, Designs, Exams, Family, Finance, Flat, Garden, Guides, Health, House, Insurance, Invoices, Journal, Kids,
Landlord, Legal, Letters, Manuals, Meetings, Mortgage, Music Sheets, Orders, Papers, Patterns, Pension, Pets, Plans,
Projects, Receipts, Recipes, References, Renovation, Research, Scans, School, Shared, Studies, Surveys, Taxes,
Templates, Thesis, Travel, Trips, University, Volunteering, Warranties, Wedding, Work, Workshop
""")
SONGS = _joined(
    """
    Amber, Broken, Cold, Distant, Electric, Falling, Gentle, Hollow, Island, Last, Lonely, Midnight, Neon, Paper,
    Quiet, Rainy, Second, Silver, Slow, Velvet, Wild, Winter
    """,
    """
    Avenue, Carnival, Dreams, Echoes, Garden, Harbour, Letters, Lights, Mirrors, Rivers, Roads, Skies, Stars,
    Sunday, Tides, Windows
    """,
    " ",
)
ARTISTS = _joined(
    """
    The Copper, The Hidden, The Northern, The Paper, The Velvet, The Wandering, Blue, Late, Lucky, Silent
    """,
    """
    Foxes, Harbours, Kites, Lanterns, Owls, Parade, Pilots, Sparrows, Trains, Union
    """,
    " ",
)
STORE_APPS = _joined(
    """
    Brisk, Clear, Daily, Easy, Flow, Grid, Happy, Just, Keen, Lumen, Merry, Nimble, Open, Pocket, Quick, Rapid,
    Snap, Tidy, True, Zen
    """,
    """
    Budget, Chess, Chords, Diet, Doodle, Journal, Maps, Recipes, Run, Scan, Sleep, Tasks, Transit, Verse
    """,
)
SHOPS = _words("""
bakery, barber, bike shop, bookshop, butcher, chemist, cinema, cobbler, corner shop, deli, diner, dry cleaner,
farm shop, fishmonger, florist, garage, garden centre, greengrocer, gym, hardware store, ice cream parlour, juice bar,
kiosk, laundrette, library cafe, market stall, museum shop, newsagent, noodle bar, optician, petrol station, pharmacy,
pizzeria, record shop, ski shop, stationer, supermarket, sushi bar, tailor, taxi, tea house, toy shop, train ticket,
vet, wine bar
""")
KEYWORDS = _words("""
auction, bitcoin, bonus, casino, coupon, credit offer, crypto, debt relief, diet pills, discount, dream job,
fast cash, flash sale, free gift, giveaway, horoscope, inheritance, insurance offer, investment tip, jackpot,
last chance, loan, lottery, lucky draw, miracle cure, overdue parcel, poker, prepaid card, prize, promotion,
quick loan, raffle, refund now, reward points, solar deal, special offer, stock tip, subscription, sweepstake,
timeshare, unclaimed funds, vacation deal, voucher, warranty offer, winner
""")

FAMILY_ZH = _words("""
王, 李, 张, 刘, 陈, 杨, 赵, 黄, 周, 吴, 徐, 孙, 胡, 朱, 高, 林, 何, 郭, 马, 罗, 梁, 宋, 郑, 谢, 韩, 唐, 冯, 于, 董,
萧, 程, 曹, 袁, 邓, 许, 傅, 沈, 曾, 彭, 吕, 苏, 卢, 蒋, 蔡, 贾, 丁, 魏, 薛, 叶, 阎, 余, 潘, 杜, 戴, 夏, 钟, 汪, 田,
任, 姜, 范, 方, 石, 姚, 谭, 廖, 邹, 熊, 金, 陆, 郝, 孔, 白, 崔, 康, 毛, 邱, 秦, 江, 史, 顾, 侯, 邵, 孟, 龙, 万, 段,
雷, 钱, 汤, 尹, 黎, 易, 常, 武, 乔, 贺, 赖, 龚, 文, 庞, 樊, 兰, 殷, 施, 陶, 洪, 翟, 安, 颜, 倪, 严, 牛, 温, 芦, 季,
俞, 章, 鲁, 葛, 伍, 韦, 申, 尤, 毕, 聂, 丛, 焦, 向, 柳, 邢, 路, 岳, 齐, 梅, 莫, 庄, 辛, 管, 祝, 左, 涂, 谷, 祁, 时,
舒, 耿, 牟, 卜, 詹, 关, 苗, 凌, 费, 纪, 靳, 盛, 童, 欧, 甄, 项, 曲, 成, 游, 阳, 裴, 席, 卫, 查, 屈, 鲍, 位, 欧阳,
司马, 上官, 诸葛, 东方, 皇甫, 尉迟, 公孙, 慕容, 令狐, 宇文, 司徒, 轩辕, 夏侯, 南宫, 端木
""")
GIVEN_ZH = _joined(
    """
    安, 博, 晨, 春, 丹, 德, 冬, 芳, 国, 海, 涵, 浩, 宏, 佳, 建, 洁, 景, 静, 俊, 可, 乐, 立, 丽, 美, 梦, 明, 宁,
    琪, 庆, 秋, 若, 思, 天, 婉, 文, 晓, 欣, 雅, 怡, 雨, 玉, 子
    """,
    """
    彬, 超, 辰, 峰, 刚, 华, 慧, 杰, 娟, 磊, 玲, 敏, 鹏, 强, 然, 婷, 伟, 轩, 燕, 泽
    """,
)
TOPICS_ZH = _words("""
晨跑, 夜跑, 周会, 例会, 买菜, 排练, 洗衣, 预算, 浇花, 作业, 体检, 牙医, 理发, 健身, 瑜伽, 游泳, 篮球, 足球, 羽毛球,
乒乓球, 网球, 爬山, 露营, 钓鱼, 摄影, 书法, 国画, 钢琴课, 吉他课, 小提琴课, 舞蹈课, 英语课, 日语课, 法语课, 德语课,
编程课, 数学课, 物理课, 化学课, 历史课, 地理课, 家长会, 班会, 毕业典礼, 开学典礼, 运动会, 春游, 秋游, 夏令营, 冬令营,
读书会, 茶话会, 聚餐, 火锅, 烧烤, 野餐, 婚礼, 满月酒, 生日会, 搬家, 装修, 看房, 交房租, 交电费, 交水费, 交话费,
交物业费, 还信用卡, 还房贷, 报销, 报税, 发工资, 面试, 复试, 培训, 述职, 年会, 季度总结, 月度总结, 周报, 日报,
项目评审, 代码评审, 需求讨论, 方案设计, 客户拜访, 合同签署, 招标会, 产品发布, 路演, 投资会议, 董事会, 股东会, 值班,
夜班, 早班, 换班, 出差, 订机票, 订酒店, 办签证, 取护照, 办社保, 取快递, 寄快递, 洗车, 保养汽车, 修自行车, 换轮胎,
加油, 年检, 考驾照, 打疫苗, 吃药, 量血压, 测血糖, 复查, 理疗, 针灸, 按摩, 喝水, 冥想, 午睡, 早睡, 背单词, 练字, 练琴,
写日记, 写论文, 查资料, 开题报告, 论文答辩, 实验课, 自习, 图书馆还书, 买教材, 打印材料, 扫描文件, 整理相册, 备份手机,
清理衣柜, 打扫厨房, 擦窗户, 倒垃圾, 修水管, 修空调, 换灯泡, 换滤芯, 除草, 施肥, 种番茄, 遛狗, 喂猫, 给鱼换水,
带狗洗澡, 宠物疫苗, 接孩子, 送孩子, 幼儿园活动, 亲子阅读, 辅导作业, 看电影, 听音乐会, 看话剧, 看展览, 逛博物馆,
逛花市, 逛书店, 逛夜市, 买礼物, 买水果, 买米, 买咖啡豆, 烘焙, 包饺子, 煲汤, 腌泡菜, 做蛋糕, 学做菜, 插花, 陶艺, 木工,
织毛衣, 刺绣, 剪纸, 拼图, 下围棋, 下象棋, 桌游, 剧本杀, 滑雪, 滑冰, 冲浪, 潜水, 攀岩, 射箭, 击剑, 拳击, 太极, 骑行,
马拉松, 骑马, 划船, 打高尔夫, 打保龄球, 打台球, 志愿者活动, 献血, 捐衣服, 社区会议, 业主大会, 消防演习, 安全培训,
盘点库存, 进货, 发货, 对账, 开发票, 续签合同, 续保险, 理财课, 股票复盘, 基金定投, 团建, 拔河比赛, 歌唱比赛, 演讲比赛,
辩论赛, 模拟考试, 期中考试, 期末考试, 口语练习, 听力练习, 直播, 剪视频, 录播客, 写公众号, 修图, 选片, 拍证件照,
拍全家福
""")
QUALIFIERS_ZH = _words("""
周末, 周一, 周二, 周三, 周四, 周五, 早间, 上午, 中午, 午后, 傍晚, 晚间, 春季, 夏季, 秋季, 冬季, 年度, 季度, 每月,
每周, 临时, 紧急, 公司, 部门, 小组, 学校, 社区, 家庭, 亲子, 朋友, 同学, 校友, 老年, 青年, 儿童, 初级, 中级, 高级,
线上, 线下, 户外, 室内, 东区, 西区, 南区, 北区, 本地, 外地, 第一次, 第二次, 第三次, 最后一次, 公益, 私人, 老王的,
小李的, 妈妈的, 爸爸的, 奶奶的, 爷爷的
""")
PLACES_ZH = _words("""
北京, 上海, 天津, 重庆, 杭州, 成都, 广州, 西安, 厦门, 青岛, 昆明, 深圳, 南京, 苏州, 无锡, 常州, 扬州, 镇江, 南通,
徐州, 宁波, 温州, 嘉兴, 湖州, 绍兴, 金华, 台州, 丽水, 衢州, 舟山, 合肥, 芜湖, 黄山, 安庆, 福州, 泉州, 漳州, 莆田,
龙岩, 南昌, 九江, 景德镇, 赣州, 济南, 烟台, 威海, 潍坊, 临沂, 泰安, 日照, 郑州, 洛阳, 开封, 南阳, 安阳, 武汉, 宜昌,
襄阳, 荆州, 十堰, 长沙, 岳阳, 株洲, 湘潭, 衡阳, 张家界, 珠海, 佛山, 东莞, 中山, 惠州, 汕头, 湛江, 南宁, 桂林, 柳州,
北海, 海口, 三亚, 贵阳, 遵义, 安顺, 大理, 丽江, 曲靖, 玉溪, 拉萨, 林芝, 兰州, 敦煌, 天水, 嘉峪关, 西宁, 银川,
乌鲁木齐, 喀什, 伊宁, 呼和浩特, 包头, 赤峰, 鄂尔多斯, 沈阳, 大连, 丹东, 锦州, 鞍山, 长春, 吉林, 延吉, 哈尔滨,
齐齐哈尔, 大庆, 牡丹江, 石家庄, 唐山, 秦皇岛, 保定, 承德, 邯郸, 太原, 大同, 平遥, 运城, 绵阳, 乐山, 宜宾, 自贡, 泸州,
德阳, 南充, 攀枝花, 咸阳, 宝鸡, 延安, 汉中, 香港, 澳门, 台北, 高雄, 台中, 台南, 花莲, 东京, 大阪, 京都, 札幌, 首尔,
釜山, 新加坡, 曼谷, 清迈, 吉隆坡, 河内, 巴黎, 伦敦, 柏林, 罗马, 米兰, 马德里, 里斯本, 维也纳, 布拉格, 悉尼, 墨尔本,
奥克兰, 纽约, 洛杉矶, 旧金山, 西雅图, 多伦多, 温哥华, 雅典, 日内瓦, 慕尼黑, 赫尔辛基, 哥本哈根, 奥斯陆, 斯德哥尔摩,
都柏林, 布达佩斯, 伊斯坦布尔, 开罗, 迪拜, 孟买, 新德里, 朝阳公园, 人民广场, 火车站, 南站, 东门, 西门, 图书馆, 体育馆,
博物馆, 大剧院, 科技园, 创业大厦, 滨江路, 解放路, 中山路, 文化宫, 少年宫
""")
PHRASES_ZH = _words("""
我晚{number}分钟到, 记得带{thing}的材料, 到了{place}给我打电话, {place}见, {thing}改到{place}了, {thing}取消了,
帮我取一下快递, 我已经到{place}了, {thing}结束后联系我, {thing}的钱我付了, 明天的{thing}别忘了, 我在{place}等你,
{thing}还差{number}个人, 车到{place}晚点了, 今天不去{thing}了, {thing}的照片很好看, 门禁密码是{number},
给我留个{thing}的座位, 谁开车去{place}, 祝{thing}顺利, {thing}几点开始, 我买了{number}张去{place}的票,
你把{thing}的文件发我, {thing}在{number}号房间, 我刚从{place}回来, {place}下雨了, {thing}的老师病了, 一起去{thing}吧,
{thing}涨价了, 钥匙放在门口了, 帮我喂一下猫, 晚上在{place}吃饭, 我把{thing}的表填好了, {thing}不用着急,
还有{number}天去{place}, 带{number}把椅子来, {place}的地图在车里, 我有点堵在{place}, {thing}的结果出来了,
请把{thing}的账单给我, 我手机没电了, 下车后走{number}米, {thing}的蛋糕订好了, 从{place}寄的包裹到了,
周末去{place}好吗, 我们{number}点出发, {thing}换个时间吧, 我来负责{thing}, 别忘了{thing}的报名, {thing}之前先吃饭,
{place}的店关门了, 问一下{thing}有没有折扣, {thing}的钥匙在前台, 找到你的{thing}课本了, 辛苦你准备{thing},
登机口是{number}, {thing}特别成功, 可以聊聊{thing}吗, 我订好{place}的酒店了, 在{number}号桌, {thing}的视频传好了,
帮我代一次{thing}, 坐{number}路车到{place}, 你到{place}了吗, 多穿点再去{thing}, 生日快乐, 一路平安,
多谢帮忙准备{thing}, {thing}就定在{place}, 我先去{place}占座, 快到{place}了, {thing}推迟{number}天, 记得关窗户,
今天我来做饭, {thing}的名单发群里了, {place}那边谈好了, 拿上雨伞, {thing}要穿正装, 我把{place}的房子退了,
{thing}收{number}元
""")
GROCERIES_ZH = _words("""
苹果, 香蕉, 葡萄, 西瓜, 草莓, 樱桃, 芒果, 菠萝, 橙子, 柚子, 梨, 桃子, 李子, 荔枝, 龙眼, 石榴, 柠檬, 土豆, 番茄, 黄瓜,
茄子, 豆角, 青椒, 菠菜, 白菜, 油菜, 芹菜, 韭菜, 香菜, 大葱, 生姜, 大蒜, 洋葱, 萝卜, 莲藕, 山药, 南瓜, 冬瓜, 苦瓜,
蘑菇, 木耳, 豆腐, 豆浆, 牛奶, 酸奶, 鸡蛋, 鸭蛋, 鸡胸肉, 牛肉, 羊肉, 排骨, 鲈鱼, 虾仁, 海带, 紫菜, 大米, 小米, 面粉,
面条, 饺子皮, 花生, 核桃, 红枣, 枸杞, 蜂蜜, 白糖, 食盐, 酱油, 香醋, 料酒, 芝麻油, 辣椒酱, 咖啡, 绿茶
""")

TUNES = _joined(
    """
    Ancient, Barefoot, Careless, Daylight, Fragile, Grateful, Halfway, Infinite, Joyful, Kindled, Luminous, Mistaken,
    Pale, Restless, Sudden, Tender, Unwritten, Weightless
    """,
    """
    Alibi, Ballad, Confession, Departure, Farewell, Goodbye, Horizon, Invitation, Lullaby, Masquerade, Overture,
    Promise, Reverie, Serenade, Trespass, Waltz
    """,
    " ",
)
"""Songs, as ``SONGS``, in words that no profile holds."""
BANDS = _joined(
    """
    Cobalt, Crimson, Dusty, Faded, Gilded, Hushed, Iron, Jaded, Marble, Nomad, Opal, Rusty, Scarlet, Tangled, Umber,
    Woven
    """,
    """
    Antlers, Badgers, Cymbals, Daggers, Embers, Ferns, Gables, Harps, Jackals, Lynxes, Magpies, Moths, Otters, Pistons,
    Ravens, Sirens
    """,
    " ",
)
PLAYLISTS = _joined(
    """
    Autumn, Breezy, Cloudy, Coffee, Cosy, Dawn, Desert, Feelgood, Foggy, Golden, Hazy, Kitchen, Lazy, Moonlit, Mellow,
    Rooftop, Seaside, Sleepy, Snowy, Sunny, Twilight, Weekend
    """,
    """
    Anthems, Beats, Blend, Classics, Favourites, Grooves, Hits, Jams, Mix, Moods, Tunes, Vibes
    """,
    " ",
)
STATIONS = _joined(
    """
    Wave, Sunrise, Valley, Prairie, Canyon, Lagoon, Polar, Tundra, Pampas, Fjord, Lakefront, Hilltop, Downtown, Skyline
    """,
    """
    Alpha, Breeze, Cascade, Delta, Falcon, Horizon, Lumen, Pulse, Quartz, Sigma, Vector, Zenith
    """,
    " ",
)
PODCASTS = _joined(
    """
    Plain, Curious, Honest, Hidden, Tiny, Restless, Patient, Brave, Odd, Gentle, Sharp, Wandering
    """,
    """
    Atlas, Compass, Detours, Ledger, Margins, Orbit, Questions, Roots, Signals, Threads, Tides, Voices
    """,
    " ",
)
FILMS = _joined(
    """
    Ashen, Borrowed, Crooked, Drowned, Endless, Fearless, Glassy, Hungry, Jealous, Nameless, Reckless, Stolen, Unseen,
    Vanishing
    """,
    """
    Aurora, Bluebell, Caspian, Drumlin, Evergreen, Foxglove, Granite, Heron, Ironwood, Juniper, Kestrel, Larkspur,
    Marigold, Nettle, Obsidian, Pemberton
    """,
    " ",
)
SERIES = _joined(
    """
    Ashford, Birchwood, Coldwater, Dunmore, Eastbrook, Fernhill, Greymoor, Hollybank, Inverley, Kirkstone, Langholm,
    Millbrook
    """,
    """
    Chronicles, Detectives, Diaries, Files, Hospital, Junction, Manor, Mysteries, Rangers, Secrets, Station, Stories
    """,
    " ",
)
MOTIFS = _words("""
anchor, balloon, bonfire, bouquet, carousel, castle, chimney, cliffs, crane, deer, dragonfly, fountain, giraffe,
glacier, goat, hammock, heron, horses, igloo, jellyfish, kite, lantern, lighthouse, llama, maze, moose, mural, orchid,
otter, owl, parrot, peacock, penguin, pier, pumpkin, puppet, rainbow, sandcastle, scooter, seagull, snail, snowman,
squirrel, statue, sunflower, swan, telescope, tractor, tram, treehouse, tulips, turtle, vineyard, volcano, waterfall,
windmill, zebra, accordion, alpaca, antelope, badger, barge, beaver, bison, butterfly, cactus, camel, canoe, cathedral,
chameleon, donkey, drawbridge, eagle, falcon, ferris wheel, flamingo, foxes, gazebo, gondola, greenhouse, hedgehog,
hot spring, iguana, jetty, kangaroo, koala, ladybird, lobster, meteor, mosaic, ostrich, pagoda, panda, pelican, pyramid,
raccoon, reindeer, rowing boat, sailing ship, seahorse, sledge, tortoise, totem pole, trombone, walrus, weathercock
""")
"""What is to be seen on a photo."""
PHOTO_ALBUMS = _joined(
    """
    Alpine, Autumn, Camping, Coastal, Cousins, Farmhouse, Harvest, Lakeside, Meadow, Reunion, Riverside, Snowy,
    Springtime, Tropical, Vineyard, Woodland
    """,
    """
    Days, Gallery, Highlights, Keepsakes, Memories, Moments, Shots, Snaps
    """,
    " ",
)
KEYBOARDS = _joined(
    """
    Comet, Dapper, Fleet, Glide, Inky, Jot, Keystone, Linguo, Mosaic, Nimble, Opal, Quill, Scribe, Swish, Tapster, Velo
    """,
    """
    Board, Glyphs, Keypad, Keys, Letters, Script, Type
    """,
    " ",
)
SHORTCUTS = _joined(
    """
    br, cx, dk, fj, gq, hv, jl, kw, lz, mq, nv, pz, qt, rx, sv, tz, vk, wq, xb, zm
    """,
    """
    bb, cc, dd, gg, kk, ll, mm, nn, pp, rr, tt, zz
    """,
)
"""Abbreviations that a keyboard expands."""
SONGS_ZH = _joined(
    """
    远方的, 旧日, 江南, 青石, 云边, 午夜, 沉默的, 温柔的, 初冬, 盛夏, 北国, 半山
    """,
    """
    灯塔, 站台, 信笺, 渡口, 琴声, 长街, 河岸, 候鸟, 麦田, 回声, 雪原, 琥珀
    """,
)
PLAYLISTS_ZH = _joined(
    """
    清晨, 黄昏, 周末, 雨天, 通勤, 露营, 冬日, 海边, 书房, 下午茶
    """,
    """
    精选, 金曲, 歌单, 轻音乐, 合集, 老歌, 民谣, 旋律
    """,
)
STATIONS_ZH = _joined(
    """
    江城, 云海, 星河, 绿洲, 晨光, 长风, 南山, 远航, 东湖, 西江, 北辰, 天府, 彩虹, 白云, 红枫, 银杏
    """,
    """
    之声, 广播, 电台, 调频, 音乐台, 故事台, 文艺台, 都市台
    """,
)
SERIES_ZH = _joined(
    """
    白鹭, 长安, 青山, 雁门, 梧桐, 临江, 北岭, 东篱, 沧海, 古渡
    """,
    """
    往事, 传奇, 迷案, 人家, 风云, 旧梦, 纪事, 密码
    """,
)
KEYBOARDS_ZH = _joined(
    """
    飞鸟, 云笔, 灵犀, 翠竹, 墨客, 流星, 千语, 小舟, 青橙, 松果, 知音, 妙笔, 春笋, 海豚, 山雀, 银河, 麦穗, 星火, 蓝鲸, 白鹿
    """,
    """
    输入法, 键盘, 拼音, 手写
    """,
)
CITIES = _words("""
Abu Dhabi, Abuja, Adelaide, Amsterdam, Anchorage, Ankara, Athens, Atlanta, Auckland, Austin, Bangkok, Barcelona,
Beijing, Bengaluru, Berlin, Bogota, Boston, Brisbane, Bristol, Brussels, Buenos Aires, Busan, Cairo, Canberra,
Cape Town, Chengdu, Chennai, Chicago, Colombo, Copenhagen, Dallas, Denver, Dhaka, Dubai, Dublin, Edinburgh, Florence,
Frankfurt, Geneva, Guangzhou, Halifax, Hamburg, Hangzhou, Helsinki, Hong Kong, Honolulu, Houston, Hyderabad, Istanbul,
Jaipur, Jakarta, Johannesburg, Karachi, Kathmandu, Kolkata, Kuala Lumpur, Kyoto, Lagos, Las Vegas, Leeds, Lima, Lisbon,
London, Los Angeles, Lyon, Madrid, Manchester, Manila, Melbourne, Mexico City, Miami, Milan, Minneapolis, Montreal,
Moscow, Mumbai, Munich, Nairobi, Nanjing, New Orleans, New York, Nice, Osaka, Oslo, Ottawa, Paris, Perth, Philadelphia,
Phoenix, Porto, Prague, Pune, Reykjavik, Rio de Janeiro, Riyadh, Rome, Salt Lake City, San Diego, San Francisco,
Santiago, Sao Paulo, Seattle, Seoul, Shanghai, Shenzhen, Singapore, Stockholm, Sydney, Taipei, Tehran, Tokyo, Toronto,
Vancouver, Venice, Vienna, Warsaw, Washington, Wellington, Wuhan, Zurich
""")
"""Cities whose weather the phone knows."""
VENUES_ZH = _joined(
    """
    梧桐, 紫藤, 银杏, 青竹, 白桦, 海棠, 石榴, 莲花, 丁香, 枫叶, 芦苇, 翠湖
    """,
    """
    书店, 餐厅, 茶馆, 花园, 剧场, 诊所, 画廊, 体育馆
    """,
)
PRODUCTS = _joined(
    """
    Alto, Brava, Cirro, Dorado, Esker, Fenwick, Girasol, Halden, Ikaro, Kestra, Lumo, Marlow, Norvik, Ovanta
    """,
    """
    Blender, Drill, Dehumidifier, Kettle, Monitor, Printer, Stroller, Toaster, Treadmill, Vacuum
    """,
    " ",
)
"""What has a price, or comes as a parcel."""
PRODUCTS_ZH = _joined(
    """
    云帆, 星河, 青木, 白鹿, 海风, 南山, 晨曦, 飞燕, 金石
    """,
    """
    电饭煲, 吹风机, 台灯, 书架, 跑步机, 打印机, 婴儿车, 显示器
    """,
)
RESTAURANTS = _joined(
    """
    Bella, Casa, Chez, Golden, Little, Lucky, Mama, Old, Red, Saffron, Silver, Uncle
    """,
    """
    Basil, Dragon, Fig, Lantern, Olive, Pepper, Ramiro, Spoon, Tamarind, Tiger
    """,
    " ",
)
BILLS = _joined(
    """
    Brightside, Clearwater, Eastlight, Fairmont, Greenline, Hillcrest, Lakeland, Northwind, Pinewood, Stonegate
    """,
    """
    Broadband, Gas, Insurance, Power, Rent, Water
    """,
    " ",
)
RECIPES = _joined(
    """
    Baked, Braised, Creamy, Crispy, Fiery, Grilled, Lemony, Rustic, Smoky, Summery, Winter
    """,
    """
    casserole, curry, dumplings, flatbread, gratin, lasagne, pie, risotto, salad, stew, stir-fry, tart
    """,
    " ",
)
SITES = _joined(
    """
    Acorn, Bluebird, Cobalt, Driftwood, Everly, Firefly, Gingko, Harlow, Inkwell, Jetway, Kinfolk, Lodestar
    """,
    """
    Bank, Books, Forum, Mail, Photos, Store, Tickets, Travel
    """,
)
"""Sites and apps to sign in to."""
