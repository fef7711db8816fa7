/** The form that takes a new target: the first page where nothing is configured, and a dialog of the settings. */
export const addTarget = {
  first: {
    title: 'Connect to a Redis',
    about:
      'Lockscope sends at most {commands} commands a second and writes nothing until you release a lock.',
    denied: 'No Redis is configured yet.',
  },
  button: 'Add target',
  title: 'Add a target',
  about: 'It is tested, saved in {file}, and watched at once.',
  refused: {
    variables:
      'The target is from environment variables. Put targets in a configuration file to have more than one.',
    consoles:
      'Several consoles share the work and need the same targets: add it to the configuration of each.',
  },
  kind: {
    label: 'Kind of Redis',
    standalone: 'Standalone',
    sentinel: 'Sentinel',
    cluster: 'Cluster',
    redlock: 'Redlock',
  },
  address: {
    standalone: 'Address',
    sentinel: 'Addresses of the sentinels',
    cluster: 'Addresses of nodes',
    redlock: 'Addresses of the masters',
  },
  hint: {
    standalone: 'redis:// or rediss:// for TLS. Replicas are discovered.',
    sentinel: 'One a line. They name the primary.',
    cluster: 'One a line; one node is enough, the rest is discovered.',
    redlock: 'One a line, every master of the group.',
  },
  primary: 'Primary',
  primaryHint: 'As the sentinels call it.',
  username: 'User',
  usernameHint: 'Empty: default.',
  password: 'Password',
  name: 'Name',
  nameHint: 'Lower case letters, digits, hyphens.',
  nameTaken: 'There is one of this name.',
  environment: 'Environment',
  environments: { production: 'Prod', staging: 'Stage', development: 'Dev' },
  tls: {
    title: 'TLS files',
    optional: 'optional, for rediss://',
    ca: 'Authority (CA)',
    cert: 'Client certificate',
    key: 'Key of the certificate',
    servername: 'Server name',
    servernameHint: 'If the certificate has another than the address.',
    about: 'Paths of PEM files on the console’s machine, which it reads now and at each start.',
    refused:
      '{field}: the console can read no PEM file there, or the key is of another certificate. Its own user needs the right to read it.',
  },
  missing: {
    addresses: 'Give an address.',
    primary: 'Name the primary.',
    name: 'Give it a name.',
    taken: 'Give it another name.',
    masters: 'A Redlock group has several masters.',
    tlsScheme: 'TLS files take rediss:// addresses.',
    tlsPair: 'Give certificate and key together.',
  },
  test: {
    title: 'Connection test',
    run: 'Test',
    running: 'Testing…',
    again: 'Test again',
    failed: 'The test was not run.',
    readOnly: 'Without the rights to act the console stays read-only and says so.',
    grantFirst: 'Run the line and test again to be able to act.',
    done: 'Connection test: {verdict}',
  },
  nextTry: {
    in: 'Trying again in <b>{seconds} s</b> · <now>now</now>',
    trying: 'Trying again…',
    none: 'It is not tried again by itself any more.',
  },
  watch: 'Watch',
  watchReadOnly: 'Watch read-only',
  saving: 'Saving…',
  savedIn: 'It is saved in {file} once you watch it, readable by the console’s user alone.',
  failed: 'The target was not added.',
  unclear: 'It is not known whether the target was added.',
  added: 'Target {name} is watched',
  sample: {
    title: 'Look around with sample data',
    about:
      'Made-up locks, a killed holder, two that wait for each other, a Redlock group with a master down.',
    on: 'Sample data is on',
    onText:
      'Its targets are made up, run on this machine and end with the console. They are in no configuration.',
    starting: 'Starting…',
    stopping: 'Ending…',
    failed: 'There is no sample data.',
    problem: {
      'no-redis-server':
        'It takes redis-server on the console’s machine (Debian, Ubuntu: apt-get install redis-server).',
      'no-files': 'This installation lacks the files of the demo: start the console from its repository.',
      ended: 'Its servers did not start, or ended by themselves.',
    },
    notSwitched: 'It was not switched.',
  },
};
