import { type TemplateRow, templateApply } from '@tongda/contract/resources/device-setup/template';
import { Button, Form, Input, Modal, Table } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { DevicesField, numbersIn } from './devices-field';

interface Line {
  deviceNo: string;
  ok: boolean;
  msg: string;
}

/** 下发: a template to recorders by their numbers, or to all of its model; then those that were left out. */
export function ApplyDialog({ template, done, close }: { template: TemplateRow; done: () => void; close: () => void }) {
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const deviceNos = numbersIn(pasted);
  if (lines)
    return <LeftOut title={`下发 ${template.name}`} sent="已提交" next="设备上线后生效" lines={lines} close={close} />;
  return (
    <FormDialog
      endpoint={templateApply}
      input={{ id: template.id, deviceNos, reason }}
      sure={{
        title: `确定向${deviceNos.length === 0 ? `型号 ${template.model} 的全部 ${template.deviceCount} 台设备` : ` ${deviceNos.length} 台设备`}下发参数？`,
        ok: '下发',
      }}
      touched={pasted !== '' || reason !== ''}
      check
      stay
      done={(answer) => {
        setLines(answer);
        done();
      }}
      close={close}
      title={`下发 ${template.name}`}
      okText="下发"
      width={480}
    >
      <Form layout="vertical">
        <DevicesField model={template.model} value={pasted} put={setPasted} />
        <AtField name="reason" label="原因" htmlFor="setup-reason">
          <Input id="setup-reason" maxLength={100} value={reason} onChange={(e) => setReason(e.target.value)} />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** What became of devices that somebody named: how many are on their way, and why others are not. */
export function LeftOut(props: {
  title: string;
  sent: string;
  next: string;
  lines: readonly Line[];
  close: () => void;
}) {
  const { title, sent, next, lines, close } = props;
  const left = lines.filter(({ ok }) => !ok);
  return (
    <Modal open title={title} width={520} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      <p role="status">
        {sent} {lines.length - left.length} 台，{next}
        {left.length > 0 ? `；${left.length} 台没有下发` : ''}
      </p>
      {left.length > 0 ? (
        <Table<Line>
          size="small"
          rowKey="deviceNo"
          dataSource={left}
          pagination={false}
          scroll={{ y: 280 }}
          columns={[
            { dataIndex: 'deviceNo', title: '设备编号', width: 170 },
            { dataIndex: 'msg', title: '没有下发的原因' },
          ]}
        />
      ) : null}
    </Modal>
  );
}
