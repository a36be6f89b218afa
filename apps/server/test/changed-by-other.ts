import { expect } from 'vitest';

/** The answer to a change of a record that somebody else changed meanwhile: it says who, when and what. */
export const changedByOther = {
  code: 4009,
  msg: expect.stringMatching(/^\S+ \d\d-\d\d \d\d:\d\d 已.+，请刷新后重试$/u),
};
