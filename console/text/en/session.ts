export const email = 'Email address';
export const password = 'Password';
export const name = 'Your name';
export const passwordHint = '10 characters or more. A sentence is easier to remember than a word.';
export const signIn = 'Sign in';
export const signInTitle = 'Sign in to Throughline';
export const signOut = 'Sign out';
export const noAccount = 'No account yet? Ask the owner of your company for an invitation.';
export const sessionEnded =
  'Your session has ended. Sign in again; nothing that you typed is lost.';
export const signInWithPasskey = 'Use a passkey';
export const signInWithLink = 'Email me a link instead';
export const linkEmail = 'Your email address';
export const sendLink = 'Send the link';
export const linkSent = (email: string) =>
  `If ${email} has an account, a link is on its way. It works once, for 15 minutes.`;
export const proveTitle = 'Enter your password again';
export const proveAbout = 'You signed in more than 10 minutes ago. Nothing that you typed is lost.';
export const passwordOf = (email: string) => `Password of ${email}`;
export const goOn = 'Continue';
export const invitationTitle = (organization: string) => `Join ${organization}`;
export const invitationFor = (name: string, email: string) => `${name}, ${email}`;
export const invitationNew = 'Choose a password. You sign in with it from now on.';
export const invitationKnown = 'You already have an account with this address. Enter its password.';
export const accept = 'Join';
export const setUpTitle = 'Set up your company';
export const setUpIntro =
  'You become the owner. You can invite your office and your technicians afterwards.';
export const company = 'Company';
export const timeZone = 'Time zone';
export const country = 'Country';
export const countryHint =
  'Phone numbers without a country code are read as numbers of this country.';
export const setUp = 'Create my account';
export const setUpHours = 'When do you work?';
export const setUpHoursIntro =
  'Customers are offered times in these hours. People can have hours of their own later.';
export const setUpPeople = 'Who works with you?';
export const setUpPeopleIntro =
  'Add your technicians and your office. Each gets a link to join, valid for 7 days.';
export const setUpAdd = 'Add and create a link';
export const setUpAdded = (name: string) => `Link for ${name}`;
export const personName = 'Name';
export const skip = 'Skip';
export const saveAndGoOn = 'Save and continue';
export const finish = 'Open the inbox';
export const demo = 'Look around with a demo company';
export const demoAbout =
  'Or look around first: a heating company with a month of work. Its people and customers are invented, and nothing is sent to anyone.';
export const demoTitle = 'Building the demo company';
export const demoIntro =
  'A month of leads, visits, jobs and invoices takes about half a minute. You can leave this page open or come back later.';
export const demoProgress = (percent: number) => `${percent} % done`;
export const demoFailed = (reason: string) => `The demo company could not be built. ${reason}`;
export const back = 'Back';
export const noSetUp =
  'Open the address that the service printed when it started. It contains the key for the first set-up.';
