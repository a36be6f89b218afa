import { commandKind } from '@tongda/contract/watch/command/kind';
import { type InstructLine, instructSend, type StaffKind, staffKinds } from '@tongda/contract/watch/command/staff';
import { Button, Form, Input, Modal, Select, Table } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';

const kinds = staffKinds.map((kind) => ({ value: kind, label: commandKind.label(kind) }));

/** Numbers as somebody pastes them: by lines, commas or spaces. */
const numbersIn = (pasted: string): string[] => [...new Set(pasted.split(/[\s,，;；、]+/u).filter(Boolean))];

/** 下发指令: terminals by their numbers, of any company; then what was refused, if anything was. */
export function InstructDialog({ done, close }: { done: () => void; close: () => void }) {
  const [pasted, setPasted] = useState('');
  const [kind, setKind] = useState<StaffKind>(commandKind.text);
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<readonly InstructLine[] | null>(null);
  const terminalNos = numbersIn(pasted);
  if (lines) return <Outcome lines={lines} close={close} />;
  return (
    <FormDialog
      endpoint={instructSend}
      input={{ terminalNos, kind, text: kind === commandKind.text ? text : '', reason }}
      ready={terminalNos.length > 0}
      sure={(input) => ({
        title: `确定向 ${input.terminalNos.length} 台终端下发“${commandKind.label(kind)}”？`,
        ok: '下发',
        danger: kind === commandKind.restart,
      })}
      touched={pasted !== '' || text !== ''}
      check
      stay
      done={(answer) => {
        setLines(answer);
        done();
      }}
      close={close}
      title="下发指令"
      okText="下发"
      width={520}
    >
      <Form layout="vertical">
        <AtField
          name="terminalNos"
          label="终端编号"
          htmlFor="instruct-terminals"
          extra={`每行一个，也可以用逗号分开；已填 ${terminalNos.length} 台`}
        >
          <Input.TextArea
            id="instruct-terminals"
            autoFocus
            rows={4}
            value={pasted}
            onChange={(e) => setPasted(e.target.value)}
          />
        </AtField>
        <AtField name="kind" label="指令" htmlFor="instruct-kind">
          <Select<StaffKind> id="instruct-kind" value={kind} options={kinds} onChange={setKind} />
        </AtField>
        {kind === commandKind.text ? (
          <AtField name="text" label="文本" htmlFor="instruct-text">
            <Input.TextArea
              id="instruct-text"
              rows={2}
              maxLength={100}
              showCount
              value={text}
              onChange={(e) => setText(e.target.value)}
            />
          </AtField>
        ) : null}
        <AtField name="reason" label="原因" htmlFor="instruct-reason">
          <Input
            id="instruct-reason"
            value={reason}
            maxLength={100}
            placeholder="企业在车辆的变更记录中看到"
            onChange={(e) => setReason(e.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

function Outcome({ lines, close }: { lines: readonly InstructLine[]; close: () => void }) {
  const refused = lines.filter(({ ok }) => !ok);
  return (
    <Modal open title="下发指令" width={520} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      <p role="status">
        已提交 {lines.length - refused.length} 台，终端的应答显示在列表中
        {refused.length > 0 ? `；${refused.length} 台没有下发` : ''}
      </p>
      {refused.length > 0 ? (
        <Table<InstructLine>
          size="small"
          rowKey="terminalNo"
          dataSource={refused}
          pagination={false}
          scroll={{ y: 280 }}
          columns={[
            { dataIndex: 'terminalNo', title: '终端编号', width: 190 },
            { dataIndex: 'msg', title: '没有下发的原因' },
          ]}
        />
      ) : null}
    </Modal>
  );
}
