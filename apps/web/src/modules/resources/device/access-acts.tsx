import {
  authCode,
  deviceRelease,
  deviceSetCode,
  deviceSetPolicy,
  releaseHours,
} from '@tongda/contract/resources/device/access';
import { deviceDetail } from '@tongda/contract/resources/device/calls';
import { type TerminalPolicy, terminalPolicy } from '@tongda/contract/resources/device/enums';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { type RowStep, useRowAct } from '../../../kit/call/use-row-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import type { BatchJob } from '../../../kit/list/batch-run';

const released = `${releaseHours}小时内，下一次注册会得到新的鉴权码；在此之前原鉴权码仍然有效。请先确认来注册的是这台终端。`;

/** 放行重新注册 of one terminal, after a question. */
export const useReleaseOne = (): RowStep<{ id: string; terminalNo: string }> =>
  useRowAct(({ id }) => call(deviceRelease, { ids: [id] }), {
    sure: ({ terminalNo }) => ({ title: `放行终端 ${terminalNo} 重新注册？`, content: released, ok: '放行' }),
    told: ({ terminalNo }) => `终端 ${terminalNo} 已放行，${releaseHours}小时内可重新注册一次`,
  });

interface BatchProps {
  ids: string[];
  nameOf: (id: string) => string;
  run: (job: BatchJob) => Promise<void>;
  done: () => void;
  close: () => void;
}

/** 放行重新注册 of ticked terminals. */
export function ReleaseDialog({ ids, nameOf, run, done, close }: BatchProps) {
  const title = `放行 ${ids.length} 台终端重新注册`;
  const start = (): void => {
    close();
    void run({ title, ids, nameOf, done, step: (part) => call(deviceRelease, { ids: part }) });
  };
  return (
    <Modal open title={title} okText="放行" cancelText="取消" width={420} onOk={start} onCancel={close}>
      <p>{released}</p>
    </Modal>
  );
}

/** 设置鉴权码: the code as it is set in the terminal. */
export function CodeDialog({
  id,
  terminalNo,
  done,
  close,
}: {
  id: string;
  terminalNo: string;
  done: () => void;
  close: () => void;
}) {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      endpoint={deviceSetCode}
      input={{ id, code: code.trim() }}
      ready={authCode.safeParse(code).success}
      touched={code !== ''}
      told={`终端 ${terminalNo} 的鉴权码已设置`}
      stale={[deviceDetail]}
      done={done}
      close={close}
      title={`终端 ${terminalNo} 设置鉴权码`}
      width={420}
      enter
    >
      <Form layout="vertical" component={false}>
        <AtField
          name="code"
          label="鉴权码"
          htmlFor="device-code"
          extra="与终端中保存的鉴权码一致，6~32位字母、数字或符号。保存后不再显示；用其他鉴权码接入的连接会断开。"
        >
          <Input
            id="device-code"
            autoComplete="off"
            maxLength={32}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

type Choice = TerminalPolicy | 'company';
const choices: ReadonlyArray<{ value: Choice; label: string }> = [
  { value: 'company', label: '跟随企业' },
  ...terminalPolicy.options.map(({ code, name }) => ({ value: code, label: name })),
];

interface PolicyProps {
  ids: string[];
  /** the terminal's number, or how many they are */
  name: string;
  now?: TerminalPolicy | null;
  done: () => void;
  close: () => void;
}

/** 注册方式 of one or of several terminals. */
export function PolicyDialog({ ids, name, now = null, done, close }: PolicyProps) {
  const [choice, setChoice] = useState<Choice>(now ?? 'company');
  return (
    <FormDialog
      endpoint={deviceSetPolicy}
      input={{ ids, policy: choice === 'company' ? null : choice }}
      told={`${name} 的注册方式已保存`}
      stale={[deviceDetail]}
      done={done}
      close={close}
      title={`${name} 的注册方式`}
      width={440}
    >
      <Form layout="vertical" component={false}>
        <AtField
          name="policy"
          extra="严格：鉴权码只发放一次，再次注册须放行。宽松：知道终端编号即可接入。改为严格时，没有用平台鉴权码接入的连接会断开。"
          label="注册方式"
        >
          <Radio.Group options={[...choices]} value={choice} onChange={(event) => setChoice(event.target.value)} />
        </AtField>
      </Form>
    </FormDialog>
  );
}
