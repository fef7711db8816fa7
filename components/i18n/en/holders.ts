/** The holders, the page of one, and the ways there. */
export const holders = {
  title: 'Everything held by',
  loading: 'Loading what this holder has',
  copyName: 'Copy name',
  everything: {
    process: 'Everything this process holds',
    token: 'Everything this token is on',
    named: 'Everything {name} holds',
  },
  by: { instance: 'client instance', process: 'process on a host', token: 'one token' },
  toldBy: 'Told by',
  told: {
    instance: 'the client id in its tokens: equal ids are one process',
    process: 'the host and process id in its tokens',
    token: 'its token, which no other holder writes',
  },
  holds: 'Holds',
  count: '{count, plural, one {{n} lock} other {{n} locks}}',
  caption: 'Locks of this holder, the worst first',
  token: 'Token',
  tokens: 'Tokens',
  tokenCount: '{n}, each beside its lock',
  tokenKeys: 'This token is on {n} keys, as the parts of a multi-lock are',
  left: 'no longer held',
  nothing: {
    title: 'It holds nothing that is known',
    text: 'Every name and every value was looked at, and no lock names it now. Whatever it had was given back, or has lapsed.',
    notYet: 'It holds nothing that is known yet',
    notYetText: 'Not everything was looked at so far: what is left may hold locks that name it.',
    all: 'To all locks',
  },
  index: {
    title: 'Holders',
    loading: 'Loading the holders',
    summary: 'showing {loaded} of {matched} {count, plural, one {holder} other {holders}}',
    anonymous: '{count, plural, one {{n} lock names no holder} other {{n} locks name no holder}}',
    anonymousText:
      'What is written in them does not tell one holder from another, so they are known by their keys alone.',
    toLocks: 'Show the locks',
    caption: 'Holders and what they have, the most urgent first',
    shared: '{count, plural, one {{n} lock} other {{n} locks}}, <tag>one token on {keys} keys</tag>',
  },
};
