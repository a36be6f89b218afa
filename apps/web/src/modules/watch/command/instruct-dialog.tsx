import { controlParams } from '@tongda/contract/watch/command/control';
import { type EditionOption, editionOptions, type InstructValues } from '@tongda/contract/watch/command/edition';
import { commandKind } from '@tongda/contract/watch/command/kind';
import {
  dangerWord,
  type InstructLine,
  instructCheck,
  instructNumbers,
  instructSend,
  isDangerous,
  maxBatchTerminals,
  nowWaitMin,
  type StaffKind,
  sendMode,
  staffKinds,
} from '@tongda/contract/watch/command/staff';
import { Button, DatePicker, Form, Input, InputNumber, Modal, Segmented, Select, Table, Upload } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, uploadFiles } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { toast } from '../../../kit/dialog/notify';
import { startOf, ValuesFields } from './values-fields';
import './styles.css';
import { byPinyin } from '../../../kit/form/input/by-pinyin';

/** Numbers as somebody pastes them (also a column of a sheet): by lines, commas or spaces. */
const numbersIn = (pasted: string): string[] => [...new Set(pasted.split(/[\s,，;；、]+/u).filter(Boolean))];

const plainKinds = staffKinds.filter((kind) => kind !== commandKind.custom);
const customKey = (id: string): string => `edition-${id}`;
const wireForm = 'YYYY-MM-DD HH:mm:ss';

interface Draft {
  pasted: string;
  /** a kind, or an edition of the catalogue */
  chosen: string;
  text: string;
  values: InstructValues;
  mode: (typeof sendMode.codes)[number];
  sendTime: string | null;
  expireHours: number | null;
  confirm: string;
  reason: string;
}
const start: Draft = {
  pasted: '',
  chosen: commandKind.text,
  text: '',
  values: {},
  mode: sendMode.online,
  sendTime: null,
  expireHours: 24,
  confirm: '',
  reason: '',
};

const isKind = (chosen: string): chosen is StaffKind => plainKinds.some((kind) => kind === chosen);

function inputOf(draft: Draft, edition: EditionOption | undefined, terminalNos: string[]) {
  const { chosen, text, mode, sendTime, expireHours, confirm, reason } = draft;
  const kind = isKind(chosen) ? chosen : commandKind.custom;
  return {
    terminalNos,
    kind,
    editionId: edition?.id ?? null,
    values: edition || kind === commandKind.control ? draft.values : {},
    text: kind === commandKind.text ? text : '',
    mode,
    sendTime: mode === sendMode.timed ? sendTime : null,
    expireHours: expireHours ?? 24,
    confirm,
    reason,
  };
}

/** 下发指令: terminals by their numbers, of any company; then what was refused, if anything was. */
export function InstructDialog({ done, close }: { done: () => void; close: () => void }) {
  const [draft, setDraft] = useState(start);
  const put = (more: Partial<Draft>): void => setDraft((old) => ({ ...old, ...more }));
  const [lines, setLines] = useState<readonly InstructLine[] | null>(null);
  const editions = useAsk(editionOptions, undefined, {}).data ?? [];
  const edition = editions.find(({ id }) => customKey(id) === draft.chosen);
  const terminalNos = numbersIn(draft.pasted);
  if (lines) return <Outcome lines={lines} close={close} />;
  const danger = isDangerous(isKind(draft.chosen) ? draft.chosen : commandKind.custom, edition);
  const name = edition?.name ?? commandKind.options.find(({ code }) => code === draft.chosen)?.name ?? '';
  return (
    <FormDialog
      endpoint={instructSend}
      input={inputOf(draft, edition, terminalNos)}
      ready={terminalNos.length > 0}
      sure={(input) => ({
        title: `确定向 ${input.terminalNos.length} 台终端下发“${name}”？${danger ? '提交后由另一人复核才会下发。' : ''}`,
        ok: '下发',
        danger: danger || draft.chosen === commandKind.restart,
      })}
      touched={draft.pasted !== '' || draft.text !== ''}
      check
      stay
      done={(answer) => {
        setLines(answer);
        done();
      }}
      close={close}
      title="下发指令"
      okText={danger ? '提交复核' : '下发'}
      width={560}
    >
      <Form layout="vertical">
        <Terminals draft={draft} put={put} terminalNos={terminalNos} editionId={edition?.id ?? null} />
        <AtField name="kind" label="指令" htmlFor="instruct-kind">
          <Select
            id="instruct-kind"
            value={draft.chosen}
            showSearch={byPinyin}
            options={[
              {
                label: '通用指令',
                options: plainKinds.map((kind) => ({ value: kind, label: commandKind.label(kind) })),
              },
              ...(editions.length > 0
                ? [
                    {
                      label: '指令库',
                      options: editions.map((one) => ({
                        value: customKey(one.id),
                        label: `${one.name} v${one.editionNo}`,
                      })),
                    },
                  ]
                : []),
            ]}
            onChange={(chosen: string) =>
              put({ chosen, values: startOf(editions.find(({ id }) => customKey(id) === chosen)?.params ?? []) })
            }
          />
        </AtField>
        {draft.chosen === commandKind.text ? (
          <AtField name="text" label="文本" htmlFor="instruct-text">
            <Input.TextArea
              id="instruct-text"
              rows={2}
              maxLength={100}
              showCount
              value={draft.text}
              onChange={(e) => put({ text: e.target.value })}
            />
          </AtField>
        ) : null}
        {draft.chosen === commandKind.control ? (
          <ValuesFields params={controlParams(draft.values)} values={draft.values} put={(values) => put({ values })} />
        ) : null}
        {edition ? (
          <ValuesFields params={edition.params} values={draft.values} put={(values) => put({ values })} />
        ) : null}
        <When draft={draft} put={put} />
        <AtField name="reason" label="原因" htmlFor="instruct-reason">
          <Input
            id="instruct-reason"
            value={draft.reason}
            maxLength={100}
            placeholder="企业在车辆的变更记录中看到"
            onChange={(e) => put({ reason: e.target.value })}
          />
        </AtField>
        {danger ? (
          <AtField name="confirm" label={`危险指令，请输入“${dangerWord}”`} htmlFor="instruct-confirm">
            <Input id="instruct-confirm" value={draft.confirm} onChange={(e) => put({ confirm: e.target.value })} />
          </AtField>
        ) : null}
      </Form>
    </FormDialog>
  );
}

interface PartProps {
  draft: Draft;
  put: (more: Partial<Draft>) => void;
}

/** The terminals, and how many of them are here: asked for by a button, as five thousand are no small question. */
function Terminals({
  draft,
  put,
  terminalNos,
  editionId,
}: PartProps & { terminalNos: string[]; editionId: string | null }) {
  const kind = isKind(draft.chosen) ? draft.chosen : commandKind.custom;
  const [of, setOf] = useState('');
  const check = useAct(() => call(instructCheck, { terminalNos, kind, editionId }), {
    done: (found) =>
      setOf(
        `在线 ${found.online}，离线 ${found.offline}，不能下发 ${found.refused.length}${found.refused[0] ? `（如 ${found.refused[0].terminalNo}：${found.refused[0].msg}）` : ''}`,
      ),
  });
  const read = useAct(
    (file: Blob) => {
      const form = new FormData();
      form.append('file', file);
      return uploadFiles(instructNumbers, form);
    },
    {
      done: ({ terminalNos: found, repeated }) => {
        setOf('');
        put({ pasted: [...new Set([...terminalNos, ...found])].join('\n') });
        toast('success', `读取了 ${found.length} 台终端${repeated > 0 ? `，去除重复 ${repeated} 行` : ''}`);
      },
    },
  );
  return (
    <AtField
      name="terminalNos"
      label="终端编号"
      htmlFor="instruct-terminals"
      extra={
        <span className="watch-command-check">
          <span role="status">
            {of ||
              `每行一个，也可以粘贴表格的一列，或读取Excel中“终端编号”一列；已填 ${terminalNos.length} 台，最多 ${maxBatchTerminals} 台`}
          </span>
          <Upload
            accept=".xlsx"
            showUploadList={false}
            beforeUpload={(file) => {
              void read.run(file);
              return false;
            }}
          >
            <Button size="small" loading={read.busy}>
              从Excel读取
            </Button>
          </Upload>
          <Button
            size="small"
            loading={check.busy}
            disabled={terminalNos.length === 0}
            onClick={() => void check.run()}
          >
            检查终端
          </Button>
        </span>
      }
    >
      <Input.TextArea
        id="instruct-terminals"
        autoFocus
        rows={4}
        value={draft.pasted}
        onChange={(e) => {
          setOf('');
          put({ pasted: e.target.value });
        }}
      />
    </AtField>
  );
}

/** When it goes out, and for how long it waits. */
function When({ draft, put }: PartProps) {
  return (
    <>
      <AtField name="mode" label="下发方式">
        <Segmented
          block
          value={draft.mode}
          options={sendMode.options.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(mode) => put({ mode })}
        />
      </AtField>
      <div className="watch-command-pair">
        {draft.mode === sendMode.timed ? (
          <AtField name="sendTime" label="下发时间" htmlFor="instruct-time">
            <DatePicker
              id="instruct-time"
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              value={draft.sendTime === null ? null : dayjs(draft.sendTime, wireForm)}
              onChange={(time) => put({ sendTime: time ? time.second(0).format(wireForm) : null })}
            />
          </AtField>
        ) : null}
        {draft.mode === sendMode.now ? (
          <p className="td-cap">离线终端不下发；在线终端{nowWaitMin}分钟内没有取走即过期</p>
        ) : (
          <AtField name="expireHours" label="有效期" htmlFor="instruct-expire">
            <InputNumber
              id="instruct-expire"
              suffix="小时"
              controls={false}
              value={draft.expireHours}
              onChange={(expireHours) => put({ expireHours })}
            />
          </AtField>
        )}
      </div>
    </>
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
