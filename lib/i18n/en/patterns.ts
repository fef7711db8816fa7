/** The tab of the settings with key patterns, and with the decisions of operators. */
export const patterns = {
  title: 'Patterns',
  hint: 'which keys are locks, and which are none',
  loading: 'Loading the decisions',
  caption: 'Key patterns and decisions as they are in effect, by target',
  target: 'Target',
  glob: 'Keys',
  is: 'Are',
  from: 'From',
  lock: 'a lock',
  'not-a-lock': 'no lock',
  releases: 'a lock; values that no format takes may be released',
  inFile: '{setting} ({key} in {file})',
  variable: 'variable {setting}',
  sample: 'sample data',
  decided: 'decided by {by}, {time}',
  forgotten: 'until the console stops',
  none: 'There are no patterns and no decisions',
  noneText:
    'Locks are recognised by their shape and by their names. Patterns are set in the configuration of a target.',
  order:
    'Of a pattern and a decision the decision counts. A key that its bytes prove to be a lock is one whatever is set.',
  change: 'Decisions are made and taken back on the page of possible locks.',
  unread: 'The decisions could not be loaded, so only patterns are shown.',
};
