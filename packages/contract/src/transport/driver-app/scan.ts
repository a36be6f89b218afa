import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { scanCode } from '../../core/field/scan-code';
import { dateTime, id } from '../../core/page';

const base = '/api/tms/driverApp';
const text = z.string();

/** What a driver is asked who scanned the code of a vehicle. */
export const driverScanVehicle = endpoint({
  path: `${base}/scanVehicle`,
  access: 'session',
  title: '司机端：识别车辆二维码（限本人为司机的账号）',
  input: z.object({ code: scanCode }),
  output: z.object({
    plateNo: text,
    vehicleColor: z.number(),
    vehicleType: text,
    /** he is its main driver already */
    mine: z.boolean(),
    /** somebody else who is its main driver and would be replaced */
    driver: z.object({ id, name: text }).nullable(),
    /** vehicles that he would leave */
    others: z.array(z.object({ id, plateNo: text })),
  }),
});
export type ScannedVehicle = z.infer<typeof driverScanVehicle.output>;

/** 绑定到这辆车: he drives this vehicle and no other. What he was asked comes along, so that nobody is replaced unasked: 4009 when it is no longer so. */
export const driverBindVehicle = endpoint({
  path: `${base}/bindVehicle`,
  access: 'session',
  title: '司机端：扫码绑定车辆（限本人为司机的账号）',
  input: z.object({
    code: scanCode,
    /** main driver that he was told he replaces */
    replaces: id.nullable(),
    /** vehicles that he was told he leaves */
    leaves: z.array(id).max(100, '绑定的车辆过多，请联系管理员处理'),
  }),
  output: z.object({ plateNo: text }),
});

/** Where his running trips stop at the store whose code he scanned. */
export const driverScanStore = endpoint({
  path: `${base}/scanStore`,
  access: 'session',
  title: '司机端：识别门店收货二维码（限本人为司机的账号）',
  input: z.object({ code: scanCode }),
  output: z.object({
    storeName: text,
    storeCode: text,
    address: text,
    stops: z.array(
      z.object({
        waybillCode: text,
        stopId: id,
        stopSeq: z.number(),
        stopName: text,
        /** when the code was scanned there before */
        scanTime: dateTime.nullable(),
      }),
    ),
    /** without a stop here: which trips he has */
    msg: text,
  }),
});
export type ScannedStore = z.infer<typeof driverScanStore.output>;
