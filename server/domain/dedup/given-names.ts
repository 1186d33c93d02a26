/**
 * Common given names, one per line with its short forms. They have two uses: Bob is Robert, and two names on
 * different lines are two people even if they differ by one letter, such as John and Joan or Paul and Paula; a typo
 * rarely turns one common name into another.
 */
const LINES = `
abigail abby
adam
alan allan allen al
albert bert
alexander alex sasha
alexandra alexa
alice
alison allison
amanda mandy
amy
andrea
andrew andy drew
angela angie
ann anne anna annie
anthony tony antonio
barbara barb
benjamin ben benny
beth
betty
brandon
brenda
brian bryan
bruce
carl karl
carla
carlos
carol carole
caroline carolyn
catherine katherine kathryn kate katie kathy cathy kathleen
charles charlie chuck chas
charlotte
christina christine tina
christopher chris topher
claire clare
cynthia cindy
daniel dan danny
danielle
dana
david dave davey
deborah debra deb debbie
dennis denny
diana diane
donald don donny
donna
dorothy dot dottie
douglas doug
edward ed eddie ted ned
eleanor ellie
elizabeth liz lizzie eliza betsy
ella
emily em
emma
eric erik
erica erika
erin
eugene gene
evan
evelyn
frances fran
francis frank
frederick fred freddie
gabriel gabe
gary
george
gerald gerry jerry
gloria
grace
gregory greg
hannah
harold hal
harry
heather
helen
henry hank
ian
isabella isabel bella
jack
jacob jake
james jim jimmy jamie
jane
janet
janice
jason
jean
jeffrey geoffrey jeff geoff
jennifer jen jenny jenn
jeremy
jessica jess jessie
joan
joanna joanne jo
john johnny
jonathan jon
jordan
jose pepe
joseph joe joey
joshua josh
joyce
juan
juana
judith judy
julia julie
justin
karen
keith
kelly
kenneth ken kenny
kevin
kimberly kim
kyle
larry lawrence laurence
laura laurie
lauren
leo
leonard len lenny
lewis louis lou
linda
lisa
lucas luke
lucy
luis
luisa louisa louise
margaret maggie meg peggy marge
maria
marie
marilyn
mario
mark marc marcus
martha
martin marty
mary
matthew matt
megan
melissa mel
michael mike mick mickey
michelle
mohammed muhammad mohamed mohammad
nancy
natalie nat
nathan nathaniel nate
nicholas nick nicky
nicole nicola
noah
olivia liv
oliver ollie
oscar
pamela pam
patricia pat patty trish
patrick paddy
paul
paula
peter pete
philip phillip phil
rachel
ralph
raymond ray
rebecca becky becca
richard rick ricky dick rich
robert rob bob bobby robbie
robin robyn
roger
ronald ron ronnie
rose
roy
russell russ
ruth
ryan
samantha sam
samuel sammy
sandra sandy
sara sarah
scott
sean shaun shawn
sharon
shirley
simon
sophia sophie sofia
stanley stan
stephanie steph
stephen steven steve
susan sue suzanne susie
teresa theresa terri
terence terry
theodore theo
thomas tom tommy
timothy tim timmy
tyler
victor vic
victoria vicky vicki
vincent vince
virginia ginny
walter walt
wayne
william will bill billy willy liam
zachary zach zack
`;

const NAME_OF = new Map<string, string>();
for (const line of LINES.trim().split('\n')) {
  const [full = '', ...short] = line.split(' ');
  for (const name of [full, ...short]) NAME_OF.set(name, full);
}

/** The full form of a common name; undefined for a name that is not common. */
export function fullGivenName(name: string): string | undefined {
  return NAME_OF.get(name);
}
