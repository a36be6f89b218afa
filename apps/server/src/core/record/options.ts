/** Choices a select box gets at most; more is found by typing. */
export const optionLimit = 500;

/** `ilike` pattern for text that contains `keyword` as typed. */
export const likePattern = (keyword: string): string => `%${keyword.replace(/[\\%_]/gu, '\\$&')}%`;

/**
 * The text to search addresses for when a 省市区 was chosen from the list: its city and district without the province, as some addresses were
 * written without it (`石家庄市鹿泉区`). A province alone stays as it is.
 */
export const withoutProvince = (area: string | undefined): string | undefined =>
  area?.replace(/^[^省区市]{2,6}(?:省|自治区)(?=.)/u, '');
