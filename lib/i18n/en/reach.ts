/** Why a server is not reached, which settings that concerns, and when it is tried again. */
export const reach = {
  cause: {
    refused: 'Connection refused: nothing listens at this address and port, or a firewall rejects it.',
    'no-host': 'No such host: the console’s machine cannot resolve the name.',
    'no-route': 'No route to this address from the console’s machine.',
    'timed-out': 'Timed out: a firewall may drop the connection, or the address is wrong.',
    silent: 'It took the connection and gave no answer in time: it hangs, or is no Redis.',
    closed:
      'It closed the connection at once: it may want TLS (rediss://), or something in between refuses it.',
    tls: 'TLS could not be agreed on.',
    'not-tls': 'It took the connection and began no TLS: it may speak none (redis://).',
    'wants-tls': 'It speaks TLS, and the address is redis://: use rediss://.',
    'not-redis': 'Something else listens at this port: its answer is none of Redis.',
    'wrong-password': 'Wrong password, or no such user.',
    'no-password': 'It wants a password, and none is configured.',
    'no-database': 'It has no database of this number.',
    'no-primary': 'The sentinels do not name this primary, or none of them is reached.',
    protected: 'Protected mode: without a password it serves its own machine alone.',
    full: 'It has as many clients as it takes (maxclients).',
    loading: 'It loads its data, and serves nothing until then.',
    busy: 'It runs a script, and serves nothing until that ends.',
    other: 'It could not be used.',
  },
  setting: '{count, plural, one {Setting} other {Settings}}: {settings}',
  inFile: '{count, plural, one {Setting} other {Settings}}: {settings} ({key} in {file})',
  variable: '{count, plural, one {Variable} other {Variables}}: {settings}',
  field: '{count, plural, one {Field} other {Fields}}: {settings}',
  fields: { address: 'Address', user: 'User', password: 'Password', primary: 'Primary', tls: 'TLS files' },
  tried: 'Tried {address}.',
  again:
    '{seconds, plural, one {It is tried again every second.} other {It is tried again every # seconds.}}',
};
