import { useQueryClient } from '@tanstack/react-query';
import { robotBeyondWords } from '@tongda/contract/rules/push/beyond';
import {
  type EndpointRow,
  endpointAdd,
  endpointDel,
  endpointList,
  endpointTest,
  endpointUpdate,
  pushChoices,
  pushTest,
} from '@tongda/contract/rules/push/calls';
import { endpointKinds, pushChannel } from '@tongda/contract/rules/push/enums';
import { Button, Drawer, Form } from 'antd';
import { Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { toast } from '../../../kit/dialog/notify';
import { useEditScope } from '../../../kit/form/edit-context';
import { NumberField, SelectField, SwitchField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { ChannelMark } from './channel-marks';
import './styles.css';

const kinds = endpointKinds.map((code) => ({ code, name: pushChannel.label(code) }));
type Editing = EndpointRow | 'new' | null;

/** 机器人与Webhook of the company: list, form, test. */
export function EndpointDrawer({ close }: { close: () => void }) {
  const client = useQueryClient();
  const list = useAsk(endpointList, undefined);
  const [editing, setEditing] = useState<Editing>(null);
  const changed = (): void => {
    for (const { path } of [endpointList, pushChoices]) void client.invalidateQueries({ queryKey: [path] });
  };
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  if (editing !== null)
    return (
      <Drawer open closable={false} size={560} styles={{ body: { padding: 0 } }} onClose={leave}>
        <EndpointForm
          key={editing === 'new' ? 'new' : editing.id}
          row={editing === 'new' ? null : (list.data?.find(({ id }) => id === editing.id) ?? editing)}
          reload={() => list.refetch({ throwOnError: true })}
          done={() => {
            changed();
            setEditing(null);
          }}
          back={() => void askToLeave().then((go) => (go ? setEditing(null) : undefined))}
        />
      </Drawer>
    );
  return (
    <Drawer
      open
      title="机器人与Webhook"
      size={560}
      onClose={close}
      extra={
        <Can do={endpointAdd}>
          <Button type="primary" icon={<Plus />} onClick={() => setEditing('new')}>
            新增
          </Button>
        </Can>
      }
    >
      {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.isLoading ? <Loading /> : null}
      {list.data?.length === 0 ? (
        <Empty
          title="还没有机器人或Webhook"
          text="在企业微信、钉钉、飞书的群里添加自定义机器人，把它的Webhook地址复制到这里"
        />
      ) : null}
      <ul className="rules-push-robots">
        {list.data?.map((row) => (
          <Robot key={row.id} row={row} edit={() => setEditing(row)} changed={changed} />
        ))}
      </ul>
    </Drawer>
  );
}

function Robot({ row, edit, changed }: { row: EndpointRow; edit: () => void; changed: () => void }) {
  const test = useAct(endpointTest, {
    done: (line) =>
      toast(line.ok ? 'success' : 'error', line.ok ? `测试消息已发送到 ${row.name}` : `${row.name}：${line.msg}`),
  });
  const remove = useAct(endpointDel, {
    sure: { title: `确定删除 ${row.name}？`, content: '删除后不再向它发送。', ok: '删除', danger: true },
    told: `${row.name} 已删除`,
    done: changed,
  });
  const why = row.beyondBy === null ? undefined : robotBeyondWords(row.name, row.beyondBy);
  return (
    <li>
      <header>
        <b>{row.name}</b>
        <ChannelMark channel={row.kind} />
        {row.enabled ? null : <span className="kit-detail-tag">已停用</span>}
        <span className="rules-push-robot-do">
          <Can do={pushTest}>
            <Button size="small" icon={<Send />} loading={test.busy} onClick={() => void test.run({ id: row.id })}>
              测试发送
            </Button>
          </Can>
          <Can do={endpointUpdate}>
            <Button
              size="small"
              type="text"
              icon={<Pencil />}
              aria-label={`编辑 ${row.name}`}
              disabled={why !== undefined}
              title={why}
              onClick={edit}
            />
          </Can>
          <Can do={endpointDel}>
            <Button
              size="small"
              type="text"
              icon={<Trash2 />}
              aria-label={`删除 ${row.name}`}
              disabled={why !== undefined}
              title={why}
              loading={remove.busy}
              onClick={() => void remove.run({ id: row.id })}
            />
          </Can>
        </span>
      </header>
      <p className="rules-push-robot-url">{row.url}</p>
      <p className="td-cap">
        {row.hasSecret ? '已加签' : '未加签'}　每分钟最多{row.perMinute}条{'　'}
        {row.usedBy.length > 0 ? `用于 ${row.usedBy.join('、')}` : '尚未被推送设置使用'}
      </p>
    </li>
  );
}

const blank = { kind: pushChannel.wecom, perMinute: 20, enabled: true };

interface FormProps {
  row: EndpointRow | null;
  reload: () => Promise<unknown>;
  done: () => void;
  back: () => void;
}

function EndpointForm({ row, reload, done, back }: FormProps) {
  const initial =
    row === null
      ? blank
      : { kind: row.kind, name: row.name, url: row.url, perMinute: row.perMinute, enabled: row.enabled };
  return (
    <EditPanel
      title={row === null ? '新增机器人或Webhook' : `编辑 ${row.name}`}
      endpoint={row === null ? endpointAdd : endpointUpdate}
      initial={initial}
      toInput={(values) => ({
        ...values,
        // an empty box means: as it was
        secret: values.secret ? values.secret : row === null ? '' : null,
        ...(row === null ? {} : { id: row.id, version: row.version }),
      })}
      saved={() => {
        toast('success', '已保存');
        done();
      }}
      close={back}
      reload={reload}
    >
      {() => (
        <>
          <SelectField name="kind" label="类型" options={kinds} span={6} />
          <TextField name="name" label="名称" span={6} placeholder="如 冷链质量群" />
          <TextField
            name="url"
            label="Webhook地址"
            span={12}
            placeholder="https://"
            help={row === null ? undefined : '密钥部分已隐藏；不改动则保持原地址'}
          />
          <Secret has={row?.hasSecret ?? false} />
          <NumberField
            name="perMinute"
            label="每分钟最多"
            unit="条"
            span={6}
            help="企业微信、钉钉为20，飞书为100；接近时合并发送"
          />
          <SwitchField name="enabled" label="启用" span={6} />
        </>
      )}
    </EditPanel>
  );
}

/** WeCom's robots know no signature. */
function Secret({ has }: { has: boolean }) {
  const { form } = useEditScope();
  const kind: unknown = Form.useWatch('kind', form);
  if (kind === pushChannel.wecom) return null;
  return (
    <TextField
      name="secret"
      label={kind === pushChannel.webhook ? '签名密钥' : '加签密钥'}
      span={12}
      placeholder={
        has ? '已设置，空白保持不变' : kind === pushChannel.webhook ? '空白则不签名' : '机器人安全设置选“加签”时填写'
      }
      help={
        kind === pushChannel.webhook
          ? '请求头 X-Tongda-Signature = sha256=HMAC-SHA256(密钥, 时间戳.请求体)，时间戳在 X-Tongda-Timestamp；Idempotency-Key 相同的是同一条消息'
          : undefined
      }
    />
  );
}
