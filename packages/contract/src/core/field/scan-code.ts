import { z } from 'zod';

/**
 * What the QR codes say that the platform prints: `v<vehicle>-<number of the code>-<signature>` on vehicles, `s<store>-<signature>` at stores.
 * They hold nothing else, and only the platform can sign them.
 */
export const scanCode = z
  .string('请扫描车辆或门店的二维码')
  .trim()
  .regex(/^(?:v\d{1,19}-\d{1,9}|s\d{1,19})-[\w-]{22}$/u, '二维码无法识别，请扫描平台打印的车辆或门店二维码');

type ScanKind = 'vehicle' | 'store';
/** What a code stands on; null for anything else that a phone may have read. */
export function scanKindOf(code: string): ScanKind | null {
  if (!scanCode.safeParse(code).success) return null;
  return code.trim().startsWith('v') ? 'vehicle' : 'store';
}
