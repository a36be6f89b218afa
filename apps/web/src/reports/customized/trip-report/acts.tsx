import type { Input } from '@tongda/contract/core/endpoint';
import { tripReview, tripTemperatureReport } from '@tongda/contract/reports/customized/temperature';
import {
  judgingWords,
  mostShareDays,
  tripReportPrint,
  tripReportShares,
  tripReportView,
  verdicts,
} from '@tongda/contract/reports/customized/trip-report';
import { href, routes } from '@tongda/contract/shell/routes';
import { Input as Field, Form, Radio } from 'antd';
import { useAct } from '../../../kit/call/use-act';
import { FormDialog } from '../../../kit/dialog/form';
import { ShareDialog } from '../../../kit/dialog/share';
import { announceExport } from '../../../kit/files/downloads';

/** Of which trip a report is asked for, and how it is judged. */
export type TripAsked = Omit<Input<typeof tripReportPrint>, 'format'>;
export type TripJudging = Omit<TripAsked, 'id'>;

/** The address of a report; `version`: as that version said. */
export function tripReportAt({ id, version, ...judging }: TripAsked & { version?: number }): string {
  const words = { id, ...judging, version };
  const known = Object.entries(words).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return `${href(routes.customTemperatureDetails, 'report')}?${new URLSearchParams(known)}`;
}

/** PDF: makes the newest version that is judged so and fetches it when it is there. */
export function usePrintTrip(): (asked: TripAsked) => void {
  const print = useAct(tripReportPrint, {
    done: ({ id }) => announceExport(id),
    stale: [tripReportView],
  });
  return (asked) => void print.run({ ...asked, format: 'pdf' });
}

interface ShareProps {
  code: string;
  asked: TripAsked;
  /** unloading is not over: no further link */
  running: boolean;
  close: () => void;
}

/** Why a trip that is under way has no paper. */
export const notUnloaded = '卸货结束后才能生成报告';

/** Links of customers to one report. They are listed for a trip that is under way again, too: one that is open can be stopped. */
export const ShareTripReport = ({ code, asked, running, close }: ShareProps) => (
  <ShareDialog
    calls={tripReportShares}
    of={asked}
    title={`分享温度报告 ${code}`}
    shows={`只能看到这份报告按现在的条件（${judgingWords(asked)}）判定的最新一版，不能修改。`}
    mostDays={mostShareDays}
    refused={running ? notUnloaded : undefined}
    stale={[tripReportView]}
    close={close}
  />
);

interface Values {
  verdict: 'pass' | 'fail' | 'check';
  opinion: string;
}
const choices = (['pass', 'fail', 'check'] as const).map((value) => ({ value, label: verdicts[value] }));

interface ReviewProps {
  row: { id: string; code: string; verdict: string; opinion: string; version: number };
  /** the version of the review that somebody else made meanwhile */
  fresh: () => Promise<{ version: number }>;
  done: () => void;
  close: () => void;
}

export function ReviewDialog({ row, fresh, done, close }: ReviewProps) {
  const [form] = Form.useForm<Values>();
  const known = choices.find(({ value }) => value === row.verdict)?.value;
  return (
    <FormDialog
      endpoint={tripReview}
      form={form}
      initial={{ verdict: known ?? 'check', opinion: row.opinion }}
      input={({ verdict, opinion }) => ({ id: row.id, version: row.version, verdict, opinion })}
      told={`${row.code} 已复核`}
      stale={[tripTemperatureReport.page, tripReportView]}
      done={done}
      fresh={fresh}
      close={close}
      title={`复核 ${row.code} 的温度`}
      width={480}
    >
      <Form.Item name="verdict" label="结论" rules={[{ required: true, message: '请选择结论' }]}>
        <Radio.Group options={choices} />
      </Form.Item>
      <Form.Item
        name="opinion"
        label="复核意见"
        rules={[{ required: true, whitespace: true, min: 2, message: '复核意见请填写 2 至 200 个字' }]}
      >
        <Field.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
