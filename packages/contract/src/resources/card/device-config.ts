import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { vehicleRead } from '../vehicle/access';
import { probeRight } from '../vehicle/probe';

const base = '/api/base/manage/vehicle/probe';

/** 读取设备配置: asks the terminal of a vehicle for all its parameters (0x8104) as a task of 写入设备; an offline terminal is asked when it connects. */
export const deviceConfigRead = endpoint({
  path: `${base}/readConfig`,
  access: probeRight,
  title: '读取设备配置',
  input: z.object({ vehicleId: id }),
  output: z.object({ taskNo: z.string() }),
});

/** The newest parameters that the terminal answered, whoever asked for them, together with what its model is made for. */
export const deviceConfig = endpoint({
  path: `${base}/config`,
  access: vehicleRead,
  title: '设备上报的配置',
  input: z.object({ vehicleId: id }),
  output: z.object({
    /** '' without a terminal */
    terminalNo: z.string(),
    model: z.string(),
    /** what the profile is called by which the items of its reports are read; '' without a terminal */
    itemProfile: z.string(),
    /** number of channels of each kind that the model has; null: the terminal has no model */
    channels: z.object({ tem: z.number(), door: z.number(), oil: z.number(), camera: z.number() }).nullable(),
    /** the newest request; null: nobody has asked this terminal yet */
    asked: z
      .object({
        taskNo: z.string(),
        time: dateTime,
        userName: z.string(),
        /** writeStatus */
        status: z.number(),
        /** why there is no answer; '' while it is awaited and once it is there */
        words: z.string(),
      })
      .nullable(),
    /** the newest answer of this terminal; null: there is none yet */
    answer: z
      .object({
        time: dateTime,
        params: z.array(z.object({ id: z.number(), label: z.string(), value: z.string() })),
        /** number of cameras by the terminal's own parameters; null: not answered */
        cameras: z.number().nullable(),
        /** plate that was written into the terminal; null: not answered */
        plate: z.string().nullable(),
      })
      .nullable(),
  }),
});
