/** First number of every script's reply. The script's header documents the other numbers. */
export const ReplyCode = {
  done: 1,
  stillHeld: 2,
  absent: 0,
  otherHolder: -1,
  wrongType: -2,
  countDiffers: -3,
  deadlineMoved: -4,
  neverExpires: -5,
  otherFields: -6,
  modeDiffers: -7,
  leaseEnded: -8,
} as const;

export type ReplyCode = (typeof ReplyCode)[keyof typeof ReplyCode];
