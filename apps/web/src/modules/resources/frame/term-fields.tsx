import { maxTraceFrames, maxTraceMin } from '@tongda/contract/resources/frame/calls';
import { Input, InputNumber } from 'antd';
import { AtField } from '../../../kit/dialog/act-bar';

/** How long a recording lasts (minutes; null while the field is empty) and why it is made. */
export interface Term {
  minutes: number | null;
  reason: string;
}
export const usualTerm: Term = { minutes: 10, reason: '' };

interface Props {
  value: Term;
  onChange: (term: Term) => void;
  label: string;
  /** who will read the reason */
  reasonHint: string;
  /** there is no field before these */
  first?: boolean;
}

/** 时长 and 原因 of a recording, of staff and of a company alike. */
export const TermFields = ({ value, onChange, label, reasonHint, first = false }: Props) => (
  <>
    <AtField
      name="minutes"
      label={label}
      htmlFor="trace-minutes"
      extra={`最多${maxTraceMin}分钟、${maxTraceFrames}帧，先到为止`}
    >
      <InputNumber
        id="trace-minutes"
        min={1}
        max={maxTraceMin}
        precision={0}
        suffix="分钟"
        value={value.minutes}
        onChange={(minutes) => onChange({ ...value, minutes })}
      />
    </AtField>
    <AtField name="reason" label="原因" htmlFor="trace-reason">
      <Input
        id="trace-reason"
        autoFocus={first}
        value={value.reason}
        maxLength={100}
        placeholder={reasonHint}
        onChange={(e) => onChange({ ...value, reason: e.target.value })}
      />
    </AtField>
  </>
);
