import type { Input as CallInput } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { type AlarmRow, alarmDismiss, alarmHandle } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { kindShort } from '@tongda/contract/watch/alarm/words';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useAct } from '../../../../kit/call/use-act';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';
import { useCan } from '../../../../kit/session/can';
import { AlarmFiles, type HandleFile } from '../detail/files';
import '../styles.css';

type Result = (typeof alarmHandleStatus)['closed' | 'falseAlarm' | 'inProgress'];
const phrases: Readonly<Record<Result, readonly string[]>> = {
  [alarmHandleStatus.closed]: ['已电话通知司机', '已恢复正常', '已安排检修', '现场已处置'],
  [alarmHandleStatus.falseAlarm]: ['探头误报', '设备检修中', '正常装卸作业', '位置漂移'],
  [alarmHandleStatus.inProgress]: ['正在联系司机', '等待现场反馈'],
};
const wayOptions = alarmHandleWay.options
  .filter(({ code }) => code !== alarmHandleWay.falseAlarm)
  .map(({ code, name }) => ({ value: code, label: name }));
const shortest = 2;
const longest = 200;

type Step = CallInput<typeof alarmDismiss>;
interface HandleFormProps {
  alarms: ReadonlyArray<Pick<AlarmRow, 'id' | 'version' | 'kind'>>;
  /** 误报 is chosen already */
  dismiss?: boolean;
  /** the alarm was appealed: it gets a result, and is not taken up anew */
  decides?: boolean;
  /** with what became of each alarm */
  done: (lines: BatchLine[]) => void;
  cancel: () => void;
  /** another user has handled one of them meanwhile: what is shown has to be loaded again */
  failed: () => void;
}

/** 处理: the result, what was done and why, for one alarm or for many. */
export function HandleForm({ alarms, dismiss = false, decides = false, done, cancel, failed }: HandleFormProps) {
  const mayHandle = useCan(alarmHandle);
  const [result, setResult] = useState<Result>(
    mayHandle && !dismiss ? alarmHandleStatus.closed : alarmHandleStatus.falseAlarm,
  );
  const [ways, setWays] = useState<Array<(typeof alarmHandleWay.codes)[number]>>([]);
  const [remark, setRemark] = useState('');
  const [files, setFiles] = useState<HandleFile[]>([]);
  const [sameKind, setSameKind] = useState(false);
  const [only] = alarms.length === 1 ? alarms : [];
  const act = useAct(
    async (step: Step) =>
      result === alarmHandleStatus.falseAlarm
        ? call(alarmDismiss, step)
        : call(alarmHandle, { ...step, handleStatus: result, ways }),
    {
      done,
      // what is shown becomes the newer one, and what was typed stays
      fresh: async () => failed(),
    },
  );
  const submit = (): void => {
    if (remark.trim().length < shortest) return;
    void act.run({
      alarms: alarms.map(({ id, version }) => ({ id, version })),
      remark: remark.trim(),
      files: files.map(({ id }) => id),
      sameKind,
    });
  };
  /** Ctrl+Enter sends, Alt with a digit takes a phrase: whoever handles two hundred a day needs no mouse. */
  const quick = (event: KeyboardEvent): void => {
    const phrase = event.altKey ? phrases[result][Number(event.key) - 1] : undefined;
    if (phrase !== undefined) setRemark(phrase);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else return;
    event.preventDefault();
  };
  return (
    <form
      className="watch-alarm-form"
      aria-label={decides ? '裁定申诉' : '处理报警'}
      onKeyDown={quick}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ActScope of={act}>
        <ActBar of={act} />
        <ResultChoice result={result} decides={decides} choose={setResult} />
        {result === alarmHandleStatus.falseAlarm ? null : (
          <fieldset>
            <legend>处理方式</legend>
            <Checkbox.Group options={wayOptions} value={ways} onChange={setWays} />
          </fieldset>
        )}
        <Phrases result={result} take={setRemark} />
        <AtField name="remark">
          <Input.TextArea
            aria-label="处理意见"
            autoFocus
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            placeholder="处理意见，至少2个字（必填），Ctrl+Enter 提交"
            maxLength={longest}
            showCount
            autoSize={{ minRows: 2, maxRows: 5 }}
          />
        </AtField>
        <AlarmFiles files={files} change={setFiles} />
        {only && !decides ? (
          <Checkbox checked={sameKind} onChange={(event) => setSameKind(event.target.checked)}>
            同时处理该车其他未处理的{kindShort[only.kind]}报警
          </Checkbox>
        ) : null}
        <div className="watch-alarm-form-end">
          <Button onClick={cancel}>取消</Button>
          <Button type="primary" htmlType="submit" loading={act.busy} disabled={remark.trim().length < shortest}>
            {alarms.length > 1 ? `提交 ${alarms.length} 条` : '提交'}
          </Button>
        </div>
      </ActScope>
    </form>
  );
}

/** 处理结果: those that the user may give. */
function ResultChoice(props: { result: Result; decides: boolean; choose: (result: Result) => void }) {
  const { result, decides, choose } = props;
  const mayHandle = useCan(alarmHandle);
  const mayDismiss = useCan(alarmDismiss);
  return (
    <Segmented<Result>
      block
      aria-label="处理结果"
      value={result}
      onChange={choose}
      options={[
        ...(mayHandle ? [{ value: alarmHandleStatus.closed, label: '已处理' }] : []),
        ...(mayDismiss ? [{ value: alarmHandleStatus.falseAlarm, label: '误报' }] : []),
        ...(mayHandle && !decides ? [{ value: alarmHandleStatus.inProgress, label: '处理中' }] : []),
      ]}
    />
  );
}

/** Usual remarks of a result, taken with a click. */
function Phrases({ result, take }: { result: Result; take: (phrase: string) => void }) {
  return (
    <div className="watch-alarm-phrases">
      {phrases[result].map((phrase, i) => (
        <button
          key={phrase}
          type="button"
          className="td-plain kit-table-word"
          title={`Alt+${i + 1}`}
          onClick={() => take(phrase)}
        >
          {phrase}
        </button>
      ))}
    </div>
  );
}
