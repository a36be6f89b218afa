/** Choices a select box gets at most; more is found by typing. */
export const optionLimit = 500;

/** `ilike` pattern for text that contains `keyword` as typed. */
export const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/gu, '\\$&')}%`;

/**
 * What to look for when a 省市区 was chosen from the list: addresses were also written without their province (`石家庄市鹿泉区`), so only what lies in it
 * counts; a province alone stays.
 */
export const withoutProvince = (area: string | undefined): string | undefined =>
  area?.replace(/^[^省区市]{2,6}(?:省|自治区)(?=.)/u, '');
