import type { PushChoices } from '@tongda/contract/rules/push/calls';
import { personalChannels, pushChannel } from '@tongda/contract/rules/push/enums';
import type { PushContact } from '@tongda/contract/rules/push/fields';
import { Button, Checkbox, Input } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import type { DictItem } from '../../../kit/call/dict-cache';
import { EditField } from '../../../kit/form/edit-field';
import { SelectField, SwitchField } from '../../../kit/form/input/fields';
import { none } from '../../../kit/show/format';
import { smsWords } from './sms-words';

export const userItems = (choices: PushChoices | undefined): DictItem[] =>
  (choices?.users ?? []).map(({ id, name, note }) => ({ code: id, name: note ? `${name}（${note}）` : name }));
export const roleItems = (choices: PushChoices | undefined): DictItem[] =>
  (choices?.roles ?? []).map(({ id, name }) => ({ code: id, name }));
export const robotItems = (choices: PushChoices | undefined): DictItem[] =>
  (choices?.endpoints ?? []).map(({ id, name, kind, enabled }) => ({
    code: id,
    name: `${name}（${enabled ? pushChannel.label(kind) : '已停用'}）`,
  }));

export const channelWords = (codes: unknown): string =>
  // the value of the field of channels
  ((codes ?? []) as number[]).map((code) => pushChannel.label(code)).join('、') || none;
const contactWords = (list: unknown): string =>
  // the field `contacts`
  ((list ?? []) as PushContact[]).map((c) => [c.name, c.phone, c.email].filter(Boolean).join(' ')).join('；') || none;

/** What has to be known of the ways: how they reach people, which have no gateway, and what is left of the text messages. */
function channelHelp(choices: PushChoices | undefined): string {
  const outbox = [
    choices?.realSms === false ? '短信' : '',
    choices?.realWechat === false ? '微信' : '',
    choices?.realMail === false ? '邮件' : '',
  ].filter(Boolean);
  return [
    '弹窗和声音同时存入站内消息，声音在打开的网页中播放，APP显示在司机手机的司机端页面上，微信发给在个人信息中绑定了微信的用户',
    outbox.length > 0 ? `${outbox.join('、')}尚未接入网关，发送内容存入发件箱` : '',
    choices?.realVoice === false ? '电话尚未接入语音网关，请联系平台运维开通' : '',
    choices ? smsWords(choices.sms) : '',
  ]
    .filter(Boolean)
    .join('；');
}

/** Who is told and by which ways. */
export function WhoFields({ choices, robots }: { choices: PushChoices | undefined; robots: () => void }) {
  return (
    <>
      <EditField name="channels" label="推送方式" span={12} verb="选择" show={channelWords} help={channelHelp(choices)}>
        <ChannelChoice callable={choices?.realVoice} />
      </EditField>
      <SelectField name="userIds" label="用户" options={userItems(choices)} multiple span={6} placeholder="选择用户" />
      <SelectField name="roleIds" label="角色" options={roleItems(choices)} multiple span={6} placeholder="选择角色" />
      <SelectField
        name="endpointIds"
        label="机器人与Webhook"
        options={robotItems(choices)}
        multiple
        span={6}
        placeholder="选择机器人或Webhook"
        help={
          <button type="button" className="td-plain td-link" onClick={robots}>
            管理机器人与Webhook
          </button>
        }
      />
      <SwitchField name="manager" label="部门负责人" help="按车辆所属部门查找" />
      <SwitchField name="driver" label="车辆司机" help="APP发到司机端，短信和电话按司机手机号" />
      <EditField name="contacts" label="外部联系人" span={12} show={contactWords}>
        <ContactList />
      </EditField>
    </>
  );
}

// the control takes any number, not only these codes
const channelOptions = personalChannels.map((code) => ({ value: code as number, label: pushChannel.label(code) }));
/** 站内 弹窗 声音 APP 短信 电话 微信 邮件, all in sight. `callable` false: the phone can be taken away only, as nobody can be called. */
export function ChannelChoice({
  value,
  onChange,
  id,
  label = '推送方式',
  callable = true,
}: {
  value?: number[];
  onChange?: (codes: number[]) => void;
  id?: string;
  label?: string;
  callable?: boolean | undefined;
}) {
  const options = channelOptions.map((one) => ({
    ...one,
    disabled: one.value === pushChannel.phone && !callable && !value?.includes(one.value),
  }));
  return (
    <fieldset className="rules-push-channels" id={id} aria-label={label}>
      <Checkbox.Group<number>
        value={value ?? []}
        options={options}
        onChange={(codes) => onChange?.([...codes].sort((one, other) => one - other))}
      />
    </fieldset>
  );
}

const maxContacts = 20;
const newContact: PushContact = { name: '', phone: '', email: '' };

function ContactList({
  value = [],
  onChange,
  id,
}: {
  value?: PushContact[];
  onChange?: (list: PushContact[]) => void;
  id?: string;
}) {
  const put = (at: number, change: Partial<PushContact>): void =>
    onChange?.(value.map((entry, i) => (i === at ? { ...entry, ...change } : entry)));
  const box = (at: number, key: keyof PushContact, name: string, grow: number) => (
    <Input
      aria-label={`外部联系人${at + 1} ${name}`}
      placeholder={name}
      value={value[at]?.[key] ?? ''}
      maxLength={60}
      style={{ flex: grow }}
      onChange={(event) => put(at, { [key]: event.target.value })}
    />
  );
  return (
    <div className="rules-push-contacts" id={id}>
      {value.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
        <div className="rules-push-contact" key={at}>
          {box(at, 'name', '姓名', 2)}
          {box(at, 'phone', '手机号', 3)}
          {box(at, 'email', '邮箱', 4)}
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除外部联系人${at + 1}`}
            onClick={() => onChange?.(value.filter((__, i) => i !== at))}
          />
        </div>
      ))}
      {value.length < maxContacts ? (
        <Button type="dashed" icon={<Plus />} onClick={() => onChange?.([...value, newContact])}>
          添加外部联系人
        </Button>
      ) : null}
    </div>
  );
}
