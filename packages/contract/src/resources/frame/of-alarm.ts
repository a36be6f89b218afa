import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';
import { frameShown } from './calls';

/** The whole frame with which an alarm of the company's own vehicles began, without codes; it is kept as long as the alarm. */
export const alarmFrame = endpoint({
  path: '/api/alarm/record/raw',
  access: button('alarmRecord', 'raw'),
  title: '报警的整帧报文',
  input: z.object({ id }),
  output: z.object({
    /** null: the gateway did not remember it when the alarm was found */
    kept: z
      .object({
        frame: frameShown,
        terminalNo: z.string(),
        /** the report in it by the terminal's clock, and when the frame came */
        reportTime: dateTime,
        receiveTime: dateTime,
        /** how long after the beginning of the alarm the report is, ms; 0: the alarm began with it */
        afterMs: z.number(),
        /** its place in a frame of several, from 1; null in a frame of one */
        point: z.number().int().nullable(),
      })
      .nullable(),
    /** the readings, flags and unknown items of reports are kept so long */
    keepMonths: z.number().int(),
  }),
});
