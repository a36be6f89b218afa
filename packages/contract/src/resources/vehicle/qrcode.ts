import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';

const base = '/api/base/manage/vehicle';
const access = button('vehicle', 'qrcode');

/** 二维码 of a vehicle: a driver who scans it becomes its main driver. */
const vehicleCode = z.object({
  plateNo: z.string(),
  vehicleColor: z.number(),
  vehicleType: z.string(),
  companyName: z.string(),
  driverName: z.string(),
  /** path that the code leads to */
  url: z.string(),
  /** number of the code: those before it no longer work */
  no: z.number(),
  /** when the one before it was withdrawn */
  renewTime: dateTime.nullable(),
});

export const vehicleQrcode = endpoint({
  path: `${base}/qrcode`,
  access,
  title: '车辆二维码（司机扫码绑定）',
  input: z.object({ id }),
  output: vehicleCode,
});
/** Withdraws the code that the caller looks at and makes the next one; 4009 when somebody else did so before. */
export const vehicleQrcodeRenew = endpoint({
  path: `${base}/qrcodeRenew`,
  access,
  title: '作废车辆二维码并重发',
  input: z.object({ id, no: z.number('请刷新后重试').int().min(1, '请刷新后重试') }),
  output: vehicleCode,
});
