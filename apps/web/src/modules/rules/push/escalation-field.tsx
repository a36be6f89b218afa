import type { PushChoices } from '@tongda/contract/rules/push/calls';
import type { EscalationTier } from '@tongda/contract/rules/push/fields';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import type { DictItem } from '../../../kit/call/dict-cache';
import { EditField } from '../../../kit/form/edit-field';
import { byPinyin } from '../../../kit/form/input/by-pinyin';
import { moreChosen } from '../../../kit/form/input/more-chosen';
import { ChannelChoice, channelWords, robotItems, roleItems, userItems } from './who-fields';

const tierWords = (value: unknown): string =>
  // the field `escalation`
  ((value ?? []) as EscalationTier[])
    .map(
      (t) =>
        `${t.afterMin ?? '?'}分钟 ${channelWords(t.channels)} ${t.userIds.length + t.roleIds.length + t.endpointIds.length}个接收人`,
    )
    .join('；') || '不升级';

const maxTiers = 3;
/** The next tier waits twice as long as the one before. */
const newTier = (before: EscalationTier | undefined): EscalationTier => ({
  afterMin: before ? Math.min(1440, (before.afterMin || 15) * 2) : 30,
  channels: [2],
  userIds: [],
  roleIds: [],
  manager: false,
  driver: false,
  contacts: [],
  endpointIds: [],
  repeatMin: 0,
  times: 1,
});

/** 升级: whom else to tell when nobody handles an alarm. */
export function EscalationField({ choices }: { choices: PushChoices | undefined }) {
  return (
    <EditField name="escalation" label="升级" span={12} show={tierWords}>
      <Tiers choices={choices} />
    </EditField>
  );
}

interface TiersProps {
  choices: PushChoices | undefined;
  value?: EscalationTier[];
  onChange?: (tiers: EscalationTier[]) => void;
  id?: string;
}
function Tiers({ choices, value = [], onChange, id }: TiersProps) {
  const put = (at: number, change: Partial<EscalationTier>): void =>
    onChange?.(value.map((tier, i) => (i === at ? { ...tier, ...change } : tier)));
  return (
    <div className="rules-push-tiers" id={id}>
      {value.map((tier, at) => (
        <Tier
          // biome-ignore lint/suspicious/noArrayIndexKey: tiers are told apart by their place
          key={at}
          no={at + 1}
          tier={tier}
          choices={choices}
          put={(change) => put(at, change)}
          remove={() => onChange?.(value.filter((_, i) => i !== at))}
        />
      ))}
      {value.length < maxTiers ? (
        <Button type="dashed" icon={<Plus />} onClick={() => onChange?.([...value, newTier(value.at(-1))])}>
          添加升级
        </Button>
      ) : null}
    </div>
  );
}

interface TierProps {
  no: number;
  tier: EscalationTier;
  choices: PushChoices | undefined;
  put: (change: Partial<EscalationTier>) => void;
  remove: () => void;
}
function Tier({ no, tier, choices, put, remove }: TierProps) {
  const label = (what: string): string => `第${no}级${what}`;
  const minutes = (key: 'afterMin' | 'repeatMin', what: string, min: number, max: number) => (
    <InputNumber
      aria-label={label(what)}
      value={tier[key]}
      min={min}
      max={max}
      precision={0}
      controls={false}
      suffix="分钟"
      onChange={(n) => put({ [key]: n ?? min })}
    />
  );
  const many = (key: 'userIds' | 'roleIds' | 'endpointIds', what: string, items: DictItem[]) => (
    <Select<string[]>
      aria-label={label(what)}
      mode="multiple"
      maxTagCount="responsive"
      maxTagPlaceholder={moreChosen}
      placeholder={what}
      value={tier[key]}
      showSearch={byPinyin}
      options={items.map(({ code, name }) => ({ value: String(code), label: name }))}
      onChange={(ids) => put({ [key]: ids })}
    />
  );
  return (
    <section className="rules-push-tier">
      <header>
        <b>第{no}级</b>
        推送后 {minutes('afterMin', '等待时间', 1, 1440)} 无人处理
        <span className="rules-push-tier-again">
          每隔 {minutes('repeatMin', '重复间隔', 0, 240)} 再提醒，共
          <InputNumber
            aria-label={label('次数')}
            value={tier.times}
            min={1}
            max={10}
            precision={0}
            controls={false}
            suffix="次"
            disabled={tier.repeatMin === 0}
            onChange={(times) => put({ times: times ?? 1 })}
          />
        </span>
        <Button type="text" icon={<Trash2 />} aria-label={`删除第${no}级`} onClick={remove} />
      </header>
      <div className="rules-push-tier-who">
        <ChannelChoice
          label={label('推送方式')}
          callable={choices?.realVoice}
          value={tier.channels}
          // the options are these channels
          onChange={(channels) => put({ channels: channels as EscalationTier['channels'] })}
        />
        <Checkbox checked={tier.manager} onChange={(event) => put({ manager: event.target.checked })}>
          部门负责人
        </Checkbox>
      </div>
      <div className="rules-push-tier-who">
        {many('userIds', '用户', userItems(choices))}
        {many('roleIds', '角色', roleItems(choices))}
        {many('endpointIds', '机器人与Webhook', robotItems(choices))}
      </div>
    </section>
  );
}
