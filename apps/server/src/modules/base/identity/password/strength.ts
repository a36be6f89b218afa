import { randomInt } from 'node:crypto';

const length = 12;
/** Letters and digits that are not taken for one another when they are typed from a screen. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

const pickSign = (from: string): string => from.charAt(randomInt(from.length));

/** A password of two kinds of characters, as the rule of passwords wants it. */
export const randomPassword = (): string =>
  pickSign(letters) + pickSign(digits) + Array.from({ length: length - 2 }, () => pickSign(letters + digits)).join('');
