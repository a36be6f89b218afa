import { scanCode } from '@tongda/contract/core/field/scan-code';
import { href, routes } from '@tongda/contract/shell/routes';
import { blockedByRule } from '../http/errors';
import { type Secrets, signText, verifySignature } from '../run/secrets';

/** 132 bits of the signature: nobody guesses them, and the picture stays coarse enough for an old phone. */
const signLength = 22;
const shortSignature = (secrets: Secrets, said: string): string =>
  signText(secrets, `scan:${said}`).slice(0, signLength);

/** Path of the driver's phone page with a code that says `said`. */
const pathOf = (secrets: Secrets, said: string): string =>
  href(routes.driverScan, 'transport', { code: `${said}-${shortSignature(secrets, said)}` });

/** What the code of a vehicle leads to; `no` counts its codes. */
export const vehicleCodePath = (secrets: Secrets, vehicleId: string, no: number): string =>
  pathOf(secrets, `v${vehicleId}-${no}`);
export const storeCodePath = (secrets: Secrets, storeId: string): string => pathOf(secrets, `s${storeId}`);

/** What a code says, if the platform made it; 4011 in words when it is forged or stands on something else than `kind`. */
function readCode(secrets: Secrets, given: string, kind: 'v' | 's'): string[] {
  const code = scanCode.parse(given);
  const said = code.slice(0, -signLength - 1);
  if (!verifySignature(secrets, `scan:${said}`, code.slice(-signLength), signLength))
    throw blockedByRule('二维码是伪造或损坏的，请联系管理员重新打印');
  if (!said.startsWith(kind))
    throw blockedByRule(kind === 'v' ? '这是门店收货二维码，不是车辆二维码' : '这是车辆二维码，不是门店收货二维码');
  return said.slice(1).split('-');
}

export function readVehicleCode(secrets: Secrets, code: string): { vehicleId: string; no: number } {
  const [vehicleId = '', no] = readCode(secrets, code, 'v');
  return { vehicleId, no: Number(no) };
}
export function readStoreCode(secrets: Secrets, code: string): { storeId: string } {
  const [storeId = ''] = readCode(secrets, code, 's');
  return { storeId };
}

/** The error for a genuine code whose record does not belong to the caller's company. */
export const foreignCode = () => blockedByRule('这是其他公司的二维码，不能使用');
