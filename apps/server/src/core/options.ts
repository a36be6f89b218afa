/** Choices a select box gets at most; more is found by typing. */
export const optionLimit = 500;

/** `ilike` pattern for text that contains `keyword` as typed. */
export const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/gu, '\\$&')}%`;
