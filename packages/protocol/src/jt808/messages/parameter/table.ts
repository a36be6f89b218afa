import { message } from '../message';
import { decodeEmpty, encodeEmpty } from '../session/0002';
import { decodeUpgradeProgress, encodeUpgradeProgress } from './1fc4';
import { decodeProperties, encodeProperties } from './0107';
import { decodeParameters, decodeSetParameters, encodeParameters, encodeSetParameters } from './8103';
import { decodeQueryParameters, encodeQueryParameters } from './8106';
import { decodeUpgradePackage, decodeUpgradeResult, encodeUpgradePackage, encodeUpgradeResult } from './8108';

/** Settings, properties and firmware of the terminal. */
export const parameterMessages = {
  setParameters: message(0x8103, decodeSetParameters, encodeSetParameters),
  queryAllParameters: message(0x8104, decodeEmpty, encodeEmpty),
  queryParameters: message(0x8106, decodeQueryParameters, encodeQueryParameters),
  parameters: message(0x0104, decodeParameters, encodeParameters),
  queryProperties: message(0x8107, decodeEmpty, encodeEmpty),
  properties: message(0x0107, decodeProperties, encodeProperties),
  upgradePackage: message(0x8108, decodeUpgradePackage, encodeUpgradePackage),
  upgradeResult: message(0x0108, decodeUpgradeResult, encodeUpgradeResult),
  upgradeProgress: message(0x1fc4, decodeUpgradeProgress, encodeUpgradeProgress),
};
