import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { vehicleRead } from '../vehicle/access';
import { probeRight } from '../vehicle/probe';

const base = '/api/base/manage/vehicle/probe';

/** 读取设备配置: asks the terminal of a vehicle for all its parameters (0x8104), as a task of 写入设备; one that is offline is asked when it comes. */
export const deviceConfigRead = endpoint({
  path: `${base}/readConfig`,
  access: probeRight,
  title: '读取设备配置',
  input: z.object({ vehicleId: id }),
  output: z.object({ taskNo: z.string() }),
});

/** What the terminal said last, whoever asked; beside it what its model is made for. */
export const deviceConfig = endpoint({
  path: `${base}/config`,
  access: vehicleRead,
  title: '设备上报的配置',
  input: z.object({ vehicleId: id }),
  output: z.object({
    /** '' without a terminal */
    terminalNo: z.string(),
    model: z.string(),
    /** what the terminal's data is read as */
    itemProfile: z.string(),
    /** channels that the model has; null: not said */
    channels: z.object({ tem: z.number(), door: z.number(), oil: z.number(), camera: z.number() }).nullable(),
    /** the newest question; null: nobody asked this terminal yet */
    asked: z
      .object({
        taskNo: z.string(),
        time: dateTime,
        userName: z.string(),
        /** writeStatus */
        status: z.number(),
        /** why there is no answer, '' while it comes or when it came */
        words: z.string(),
      })
      .nullable(),
    /** the newest answer of this terminal; null: there is none yet */
    answer: z
      .object({
        time: dateTime,
        params: z.array(z.object({ id: z.number(), label: z.string(), value: z.string() })),
        /** cameras that it says it has; null: not told */
        cameras: z.number().nullable(),
        /** plate that was written into it; null: not told */
        plate: z.string().nullable(),
      })
      .nullable(),
  }),
});
