const province = /^.{2,6}?(?:省|自治区)(?=.)/u;

/** A division without its province, for columns in which city and street must find place: 杭州市萧山区 of 浙江省杭州市萧山区. */
export const shortArea = (area: string): string => area.replace(province, '');
