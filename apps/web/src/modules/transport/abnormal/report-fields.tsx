import type { Output } from '@tongda/contract/core/endpoint';
import type { abnormalSubjects } from '@tongda/contract/transport/abnormal/calls';
import { abnormalLevel, abnormalType } from '@tongda/contract/transport/waybill/enums';
import { DatePicker, Input, InputNumber, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { AtField } from '../../../kit/dialog/act-bar';
import type { Picture } from '../../../kit/files/pictures';
import './styles.css';
import { moreChosen } from '../../../kit/form/input/more-chosen';

const types = abnormalType.options.map(({ code, name }) => ({ value: code, label: name }));
const levels = abnormalLevel.options.map(({ code, name }) => ({ value: code, label: name }));
/** Characters of a description, at least and at most. */
export const shortest = 5;
const longest = 500;

/** A report as far as it is filled in. */
export interface ReportDraft {
  /** the waybill; undefined: none is chosen, the orders are on none */
  code: string | undefined;
  /** orders that are meant; none: the whole truck */
  orders: string[];
  type: (typeof abnormalType.codes)[number] | undefined;
  level: (typeof abnormalLevel.codes)[number];
  at: Dayjs | null;
  address: string;
  pieces: number | null;
  /** yuan */
  loss: number | null;
  text: string;
  files: Picture[];
}
interface FieldsProps {
  draft: ReportDraft;
  put: (patch: Partial<ReportDraft>) => void;
}

type Subject = Output<typeof abnormalSubjects>[number];
interface SubjectFieldsProps extends FieldsProps {
  found: { data: Subject[] | undefined; isFetching: boolean };
  /** the waybill that is chosen */
  subject: Subject | undefined;
  search: (keyword: string) => void;
  /** the waybill was known before and stays */
  fixed: boolean;
  /** orders were known before, which need not be on a waybill */
  alone: boolean;
}

/** Which waybill it is about, and which of its orders. */
export function SubjectFields({ draft, put, found, subject, search, fixed, alone }: SubjectFieldsProps) {
  const { code, orders } = draft;
  return (
    <>
      <label htmlFor="abn-waybill">
        <span>运单 *</span>
        <AtField name="waybillCode">
          <Select
            id="abn-waybill"
            showSearch={{ filterOption: false, onSearch: search }}
            disabled={fixed || (alone && code === undefined)}
            loading={found.isFetching}
            value={code}
            onChange={(next) => put({ code: next, orders: [] })}
            placeholder={alone ? '订单不在运单上' : '运单号、车牌号或订单号'}
            notFoundContent="没有符合条件的运单"
            options={(found.data ?? []).map((one) => ({
              value: one.waybillCode,
              label: `${one.waybillCode} ${one.plateNo} ${one.toName}`,
            }))}
          />
        </AtField>
      </label>
      <label htmlFor="abn-orders">
        <span>影响的订单（不选表示整车）</span>
        <AtField name="orderCodes">
          <Select
            id="abn-orders"
            mode="multiple"
            maxTagCount="responsive"
            maxTagPlaceholder={moreChosen}
            value={orders}
            onChange={(next) => put({ orders: next })}
            disabled={subject === undefined}
            placeholder="整车"
            options={(subject?.orders ?? []).map((one) => ({
              value: one.orderCode,
              label: `${one.orderCode} ${one.receiver}`,
            }))}
          />
        </AtField>
      </label>
    </>
  );
}

/** What kind of thing happened, how bad, when and where. */
export function WhatFields({ draft, put, located }: FieldsProps & { located: boolean }) {
  return (
    <>
      <label htmlFor="abn-type">
        <span>异常类型 *</span>
        <AtField name="abnormalType">
          <Select
            id="abn-type"
            options={types}
            value={draft.type}
            onChange={(next) => put({ type: next })}
            placeholder="选择异常类型"
          />
        </AtField>
      </label>
      <div>
        <span className="td-cap">异常等级 *</span>
        <Segmented
          block
          aria-label="异常等级"
          options={levels}
          value={draft.level}
          onChange={(next) => put({ level: next })}
        />
      </div>
      <label htmlFor="abn-at">
        <span>发生时间 *</span>
        <AtField name="occurTime">
          <DatePicker
            id="abn-at"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={draft.at}
            onChange={(next) => put({ at: next })}
          />
        </AtField>
      </label>
      <label htmlFor="abn-address">
        <span>发生地点</span>
        <AtField name="address">
          <Input
            id="abn-address"
            value={draft.address}
            maxLength={120}
            placeholder={located ? '默认车辆当前位置' : ''}
            onChange={(event) => put({ address: event.target.value })}
          />
        </AtField>
      </label>
    </>
  );
}

/** What it did to the goods, in pieces, money and words. */
export function EffectFields({ draft, put }: FieldsProps) {
  return (
    <>
      <label htmlFor="abn-pieces">
        <span>影响件数</span>
        <AtField name="affectPieces">
          <InputNumber
            id="abn-pieces"
            min={0}
            max={999_999}
            precision={0}
            value={draft.pieces}
            onChange={(next) => put({ pieces: next })}
          />
        </AtField>
      </label>
      <label htmlFor="abn-loss">
        <span>损失金额(元)</span>
        <AtField name="lossAmount">
          <InputNumber
            id="abn-loss"
            min={0}
            max={99_999_999}
            precision={2}
            value={draft.loss}
            onChange={(next) => put({ loss: next })}
          />
        </AtField>
      </label>
      <label htmlFor="abn-text" className="transport-abnormal-wide">
        <span>异常描述 *</span>
        <AtField name="description">
          <Input.TextArea
            id="abn-text"
            value={draft.text}
            maxLength={longest}
            showCount
            autoSize={{ minRows: 3, maxRows: 6 }}
            placeholder={`发生了什么，至少${shortest}个字`}
            onChange={(event) => put({ text: event.target.value })}
          />
        </AtField>
      </label>
    </>
  );
}
