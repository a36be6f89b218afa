import { type DistrictNode, districtTree } from '@tongda/contract/base/map/calls';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { Cascader } from 'antd';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useAsk } from '../../call/use-ask';
import { useFilterDraft } from '../../list/filter/bar';
import { EditField, type FieldProps } from '../edit-field';

interface Division {
  name: string;
  children?: Division[];
}

/** The divisions that a written area (`江苏省苏州市姑苏区`) goes through, as far as they are known; none when it begins with no province. */
export function pathOfArea(tree: readonly Division[], area: string): string[] {
  const found = tree.find(({ name }) => area.startsWith(name));
  return found ? [found.name, ...pathOfArea(found.children ?? [], area.slice(found.name.length))] : [];
}

interface AreaSelectProps {
  value?: string | null;
  onChange?: (area: string) => void;
  /** a province or a city alone will do */
  anyLevel?: boolean;
  id?: string;
  label?: string;
  placeholder?: string;
  prefix?: ReactNode;
}

/** 省市区: three steps, or found by typing a part of any name or its pinyin initials. What was written by hand before is shown as it stands. */
export function AreaSelect({ value, onChange, anyLevel = false, id, label, placeholder, prefix }: AreaSelectProps) {
  const { data: tree = noTree, isLoading } = useAsk(districtTree, undefined, { staleTime: Number.POSITIVE_INFINITY });
  const path = useMemo(() => {
    const known = value ? pathOfArea(tree, value) : [];
    return known.join('') === value ? known : value ? [value] : undefined;
  }, [tree, value]);
  return (
    <Cascader<Division, 'name'>
      id={id}
      aria-label={label}
      prefix={prefix}
      value={path}
      // the control changes nothing of its options
      options={tree as Division[]}
      fieldNames={{ label: 'name', value: 'name', children: 'children' }}
      displayRender={() => value ?? ''}
      loading={isLoading}
      changeOnSelect={anyLevel}
      suffixIcon={<ChevronDown className="td-ico td-mute" />}
      expandIcon={<ChevronRight className="td-ico td-mute" />}
      allowClear
      placeholder={placeholder ?? '请选择省市区'}
      notFoundContent={isLoading ? '加载中…' : '没有符合的省市区'}
      showSearch={{
        limit: 30,
        filter: (text, options) => pinyinMatch(options.map(({ name }) => name).join(''), text),
        matchInputWidth: false,
      }}
      onChange={(names) => onChange?.((names ?? []).join(''))}
    />
  );
}
const noTree: DistrictNode[] = [];

/** 省市区 of an address, as a field of a form. */
export function AreaField(props: FieldProps) {
  return (
    <EditField {...props} verb="选择">
      <AreaSelect />
    </EditField>
  );
}

/** A province, city or county as a filter; queries at once. */
export function FilterArea({ name, label, width = 200 }: { name: string; label: string; width?: number }) {
  const { values, put } = useFilterDraft();
  const value = values[name];
  return (
    <div className="kit-list-filter-one" style={{ width }}>
      <AreaSelect
        label={label}
        prefix={<span className="kit-list-filter-label">{label}</span>}
        placeholder="全部"
        anyLevel
        value={typeof value === 'string' ? value : null}
        onChange={(area) => put({ [name]: area || undefined }, true)}
      />
    </div>
  );
}
