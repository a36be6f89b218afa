/** Personal numbers with their middle replaced by `*`, for users who may not see them in full. */

const maskMiddle = (text: string, head: number, tail: number): string =>
  text.length <= head + tail
    ? text
    : `${text.slice(0, head)}${'*'.repeat(text.length - head - tail)}${text.slice(-tail)}`;

/** 138****8000; a landline keeps its last three digits. */
export const maskPhone = (phone: string): string => maskMiddle(phone, 3, phone.length > 9 ? 4 : 3);
/** 310*************18 */
export const maskIdCard = (idCard: string): string => maskMiddle(idCard, 3, 2);
/** LSV***********4841 */
export const maskVin = (vin: string): string => maskMiddle(vin, 3, 4);

/** Whether a text was made by one of the masks; nobody types three stars himself. */
export const isMasked = (text: string): boolean => text.includes('***');
