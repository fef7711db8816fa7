/** Scripts that a lock library sends, by their SHA-1, as this version of it was seen to send them. */
type LibraryScripts = {
  /** As formats and token shapes name it. */
  library: string;
  version: string;
  sha1s: readonly string[];
};

/**
 * Taken from the real libraries at these versions while they acquired, renewed and released locks of every kind they have
 * (`e2e/interop`, which also checks that they still send these). Another version may send others. What a library sends
 * word for word as many write it by hand is left out, for it tells nothing: bsm/redislock's release and refresh, and the
 * release of ShedLock's safeUpdate. ShedLock as it is by default runs no script.
 */
export const libraryScripts: readonly LibraryScripts[] = [
  {
    library: '@sesamecare-oss/redlock',
    version: '1.4.0',
    sha1s: [
      '1b77b94aa78451d55dfa97e18819bfbfc596cb5b',
      '820e9778d2b6733e9ed771e4be90ae73a95a6f3b',
      'df51f6837dcfe303d334e6abea9aeae192bab216',
    ],
  },
  {
    library: 'bsm/redislock',
    version: '0.9.4',
    sha1s: ['80a1b5f2cfccec3b7119ba7721d2127682b691a7'],
  },
  {
    library: 'Bull',
    version: '4.16.5',
    sha1s: [
      '27ea40f2e4444b8c0f37ad29529e79e372dbbc82',
      '5bf9083c794d9aca062606b3c5431e4050262cf1',
      '6a65f96b064fa3b8de709567d25e9d87a8cdcea6',
      'a4a736ae46aac1a806e0285ae7a256d67406dca9',
      'b621e0d9acfa2bcf07dc672825a8c669a44d3bae',
      'f7a4e2e3f5835e307a3b720b30234203c9ed8d84',
    ],
  },
  {
    library: 'BullMQ',
    version: '6.7.0',
    sha1s: [
      '1e9bb7deb6219644a634d32c430ce15ed39a377e',
      '5ab432e88830d573e2fa33392ffbd4ad25a9b100',
      '69666e69dd5621df59067a03de685e55a486560d',
      'c35baf769e5dc3d9194b2bceca04ab59f7c510f7',
      'd96ca626f1ea141b44a856b312fc636d99aa9ea9',
    ],
  },
  {
    library: 'node-redlock',
    version: '4.2.0',
    sha1s: [
      '0f0f23b9048b36752b5be114f357ba083449f908',
      'ce46f80993d5dac20dd066eb301a4e37994bdbed',
      'e5a322e2634ef59a516e8ea150cb085afafee684',
    ],
  },
  {
    library: 'pottery',
    version: '3.0.1',
    sha1s: ['a4aada0b36710970eedaaaeec4a6b7d8c78c4f80', 'ba015a80261b616e7a62d35df0b8e3edbe6c9414'],
  },
  {
    library: 'python-redis-lock',
    version: '4.0.1',
    sha1s: [
      '90da91872223f85eb1376a17e3c4df21ace8c54b',
      'b121d3548d693116c3851b63befe947e49f28c7c',
      'fed16109024d968d9496e4140fe1355bac05ebff',
    ],
  },
  {
    library: 'redis-py Lock',
    version: '8.1.0',
    sha1s: [
      '1cac51482acf5858da00f6d685d68f886cd6b6b2',
      'a4e8783852e6b949f9ef3a97212805108459a890',
      'c3f8721cbb97f72bc19e972846bd7aaf91901658',
    ],
  },
  {
    library: 'redis-semaphore',
    version: '5.8.0',
    sha1s: [
      '0bd1010c98f1ddd70a6024fd374489a8ea3d2c12',
      '10c1c2e05e7c48aa5824d227b8c51abcde87b18e',
      '2327bcdc5edb5b8687f6d19b5e1f42b815ebddab',
      '43ebdb49120d170e08af560cb4e46e36f8585936',
      '594683e49a64ebaf975caf5f8079a1d097c438f1',
      '7157921a7cc7cfba979acf6d63f073151df17d12',
      '999a49a1d07671a8027165641001f5bad44608b3',
    ],
  },
  {
    library: 'Redisson',
    version: '3.27.2',
    sha1s: [
      '149c5a8bf18676fd99e9e6e24923bd64d9b62f94',
      '241ce4e87e652b4f9b39d33cbcd7df9ee8ed906c',
      '2a52d54a6f35bc8af5e84a2930b2ca1aa2a15892',
      '38060fab26b0e7c5982a5cfd7ad542e44d3da19b',
      '46b5551ba403d6152a7a6eca122e08728d6c8c66',
      '4ce079451bee2993ce00c8a4e205b536c6ccad67',
      '5947c0fee6ca25ae094ec1b3e7a2559a9273d29f',
      '6306ba3bf1f563b284bed52d305fce615c6664d9',
      '6563941ff57e01b8cf61e86907b80686438a2f74',
      '6866459238a13a701d42f4971f12d9f3a50e2442',
      '73ac2729af29ea9a975f95e8097f7ee9a74cce3d',
      '762bfafa6be221431a0b668685dd15c926483619',
      '8e19a1ddbdee9138df9f32a480c57addab4353d1',
      '95553a6ff11176c18e71344e89d116b06fd6f753',
      '992c96b09a3d8ea0b37f5dc12e5347a44d93909d',
      'ae27582488dd01f4e238cc0733a12146d410eb44',
      'c7dc9d189c1715465a31a06ddbc008585e0c20be',
      'ca303f8587d0942f8a0021f62338626ca4dd0118',
      'd29c5559782035515d32e926762830b3304b49be',
      'dad0f8d619e548e04f21fb48d50be5034df3adae',
    ],
  },
  {
    library: 'Redisson',
    version: '4.7.0',
    sha1s: [
      '149c5a8bf18676fd99e9e6e24923bd64d9b62f94',
      '21f5fb0f8ddfa9be5c3e0c9757c128796add75c6',
      '241ce4e87e652b4f9b39d33cbcd7df9ee8ed906c',
      '2a52d54a6f35bc8af5e84a2930b2ca1aa2a15892',
      '367f80bd2e300e411fb0936d9b601e5bcb3fd4b6',
      '38060fab26b0e7c5982a5cfd7ad542e44d3da19b',
      '38d2b478dfbe264ab67c221b7e4be62245f00ba0',
      '444506ed6079843ae4590ff6caf5f677dae3a35f',
      '46b5551ba403d6152a7a6eca122e08728d6c8c66',
      '4ce079451bee2993ce00c8a4e205b536c6ccad67',
      '6306ba3bf1f563b284bed52d305fce615c6664d9',
      '6866459238a13a701d42f4971f12d9f3a50e2442',
      '6a3d31570dc6f4b0bd32bcdc8e75667747c6f635',
      '6e1b10e11ac0a3ed8e902562ecd32ce01b553039',
      '73ac2729af29ea9a975f95e8097f7ee9a74cce3d',
      '8f6ed299ffd259f0539c20f89253998c0777ea75',
      '95553a6ff11176c18e71344e89d116b06fd6f753',
      '992c96b09a3d8ea0b37f5dc12e5347a44d93909d',
      'ae27582488dd01f4e238cc0733a12146d410eb44',
      'c7dc9d189c1715465a31a06ddbc008585e0c20be',
      'dad0f8d619e548e04f21fb48d50be5034df3adae',
    ],
  },
  {
    library: 'redlock-universal',
    version: '0.8.5',
    sha1s: ['e218d686a8f90368e5cd45074f06ce766cad9987', 'fd83166fb3d7235e3ace652b700c9e217c1adc1f'],
  },
  {
    library: 'redsync',
    version: '4.18.1',
    sha1s: ['d75bb8b5bd13532ddedd17762e772346e39b321e', 'e950836ed1e694540c503ef9972b8de518044d3b'],
  },
  {
    library: 'Spring RedisLockRegistry',
    version: '7.1.0',
    sha1s: [
      '175897a4e379e99e79a54937be09226f76cdcfe5',
      '7a71e9443a2a41539fb115a5a27d5a748a871aed',
      '879e0f7b8d83c3266d4e996627438c05dbda0b89',
      'f0f9038aa2b6d6c3436c72d147573ea2a58f0ef2',
    ],
  },
  {
    library: 'Symfony Lock',
    version: '5.4.53',
    sha1s: [
      '3b6bdbbe16f821f49177b16c7707f331f015a779',
      '63be12a3515941092212f15c08327d60916de9fa',
      '6fdee501a3714553b74c0d67687b921b90b05d18',
      'a70f7f5087a0cb2c2c9ca50d1f64e234c2628f0c',
      'c481d49b4a48e48a9eeacd5d51655b5fcbb19925',
    ],
  },
];
