import { tripReview, tripTemperatureReport, verdicts } from '@tongda/contract/reports/customized/temperature';
import { href, routes } from '@tongda/contract/shell/routes';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { FormDialog } from '../../kit/dialog/form';
import { writeListState } from '../../kit/list/url';
import type { List } from '../../kit/list/use-rows';
import { wireTime } from '../../kit/show/format';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

/** 详情 of the time that a trip was under way, and 复核. */
export const useTripTemperature: UseReportExtras = (list) => {
  const [row, review] = useState<AnyRow | null>(null);
  const { allowedMin, zone, lower, upper } = list.filters;
  const isOpen = zone === 'own' && lower === undefined && upper === undefined;
  const detailOf = ({ vehicleId, startTime, endTime, askedLower, askedUpper }: AnyRow): string => {
    const range = { startTime, endTime: endTime ?? wireTime(Date.now()) };
    // as the row was judged: by what its shipment asks for, unless other bounds were chosen
    const bounds = isOpen ? { zone, lower: askedLower, upper: askedUpper } : { zone, lower, upper };
    const filters = { vehicleIds: [vehicleId], ...range, allowedMin, ...bounds };
    const query = writeListState({ filters, page: 1, size: null, sort: null }).toString();
    return `${href(routes.customTemperatureDetails, 'report')}?${query}`;
  };
  return {
    rowActions: (one) => [
      { label: '详情', to: detailOf(one) },
      { label: '复核', can: tripReview, run: () => review(one) },
    ],
    open: row ? <ReviewDialog row={row} list={list} close={() => review(null)} /> : null,
  };
};

interface Values {
  verdict: 'pass' | 'fail' | 'check';
  opinion: string;
}
const choices = (['pass', 'fail', 'check'] as const).map((value) => ({ value, label: verdicts[value] }));

function ReviewDialog({ row, list, close }: { row: AnyRow; list: List<AnyRow>; close: () => void }) {
  const [form] = Form.useForm<Values>();
  // the review that somebody else made meanwhile
  const fresh = async () => {
    const asked = { ...list.filters, code: row.code, page: 1, size: 1 };
    // filters are as the user left them: the server reads them anew
    const found = await call(tripTemperatureReport.page, asked as never);
    return { version: found.list[0]?.reviewVersion ?? 0 };
  };
  const known = choices.find(({ value }) => value === row.verdict)?.value;
  return (
    <FormDialog
      endpoint={tripReview}
      form={form}
      initial={{ verdict: known ?? 'check', opinion: String(row.opinion) }}
      input={({ verdict, opinion }) => ({ id: row.id, version: Number(row.reviewVersion), verdict, opinion })}
      told={`${String(row.code)} 已复核`}
      stale={[tripTemperatureReport.page]}
      done={list.refresh}
      fresh={fresh}
      close={close}
      title={`复核 ${String(row.code)} 的温度`}
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
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
