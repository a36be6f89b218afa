import { constants } from '@tongda/contract/shell/constants';
import { readCookie, writeCookie } from './cookies';

const { prefix, lifeS } = constants.frontendCookie;
const nameOf = (page: string, key: string): string => `${prefix}${page}.${key}`;

/** Short-lived settings of this browser: `webgis.web.{page}.{key}`, 30 s unless said otherwise. */
export const readConfigCookie = (page: string, key: string): string | null => readCookie(nameOf(page, key));
export const writeConfigCookie = (page: string, key: string, value: string, seconds: number = lifeS): void =>
  writeCookie(nameOf(page, key), value, seconds);
