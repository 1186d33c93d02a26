export const session = {
  email: 'Email address',
  password: 'Password',
  name: 'Your name',
  passwordHint: '10 characters or more. A sentence is easier to remember than a word.',

  signIn: 'Sign in',
  signInTitle: 'Sign in to Throughline',
  signOut: 'Sign out',
  noAccount: 'No account yet? Ask the owner of your company for an invitation.',
  sessionEnded: 'Your session has ended. Sign in again; nothing that you typed is lost.',

  signInWithPasskey: 'Use a passkey',
  signInWithLink: 'Email me a link instead',
  linkEmail: 'Your email address',
  sendLink: 'Send the link',
  linkSent: (email: string) =>
    `If ${email} has an account, a link is on its way. It works once, for 15 minutes.`,

  proveTitle: 'Enter your password again',
  proveAbout: 'You signed in more than 10 minutes ago. Nothing that you typed is lost.',
  passwordOf: (email: string) => `Password of ${email}`,
  goOn: 'Continue',

  invitationTitle: (organization: string) => `Join ${organization}`,
  invitationFor: (name: string, email: string) => `${name}, ${email}`,
  invitationNew: 'Choose a password. You sign in with it from now on.',
  invitationKnown: 'You already have an account with this address. Enter its password.',
  accept: 'Join',

  setUpTitle: 'Set up your company',
  setUpIntro: 'You become the owner. You can invite your office and your technicians afterwards.',
  company: 'Company',
  timeZone: 'Time zone',
  country: 'Country',
  countryHint: 'Phone numbers without a country code are read as numbers of this country.',
  setUp: 'Create my account',
  setUpHours: 'When do you work?',
  setUpHoursIntro:
    'Customers are offered times in these hours. People can have hours of their own later.',
  setUpPeople: 'Who works with you?',
  setUpPeopleIntro:
    'Add your technicians and your office. Each gets a link to join, valid for 7 days.',
  setUpAdd: 'Add and create a link',
  setUpAdded: (name: string) => `Link for ${name}`,
  personName: 'Name',
  skip: 'Skip',
  saveAndGoOn: 'Save and continue',
  finish: 'Open the inbox',
  demo: 'Look around with a demo company',
  demoAbout:
    'Or look around first: a heating company with a month of work. Its people and customers are invented, and nothing is sent to anyone.',
  demoTitle: 'Building the demo company',
  demoIntro:
    'A month of leads, visits, jobs and invoices takes about half a minute. You can leave this page open or come back later.',
  demoProgress: (percent: number) => `${percent} % done`,
  demoFailed: (reason: string) => `The demo company could not be built. ${reason}`,
  back: 'Back',
  noSetUp:
    'Open the address that the service printed when it started. It contains the key for the first set-up.',
};
