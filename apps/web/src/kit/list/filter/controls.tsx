import { Input, Select, TreeSelect } from 'antd';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useDict } from '../../call/dict';
import type { DictItem } from '../../call/dict-cache';
import { byPinyin } from '../../form/input/by-pinyin';
import { unnamed } from '../../form/input/remote-select';
import { type TreeItem, type TreeOption, treeSearch, useTreeOptions } from '../../form/input/tree-options';
import { useFilterDraft } from './bar';

interface FilterProps {
  /** field of the request */
  name: string;
  label: string;
  /** px */
  width?: number;
}

/** Room for some characters and the button that clears them, or for the word that is chosen and its arrow; px beside the label. */
const [textRoom, choiceRoom] = [78, 60];
/** The width that was declared, or what the label leaves too little of: a label that fills its control leaves no place to type. */
function widthOf(label: string, declared: number, room: number): number {
  const labelPx = [...label].reduce((sum, char) => sum + (char < '\u2e80' ? 7 : 12), 0);
  return Math.max(declared, labelPx + room);
}

const Label = ({ children }: { children: ReactNode }) => <span className="kit-list-filter-label">{children}</span>;

type TextProps = FilterProps & { main?: boolean; hint?: string };

/** Free text; queries on Enter. `main`: the list's main search, which shows its label, or the longer `hint`, inside the box. */
export function FilterText({ name, label, width = 200, main = false, hint = label }: TextProps) {
  const { values, put } = useFilterDraft();
  const value = values[name];
  return (
    <div className="kit-list-filter-one" style={{ width: main ? width : widthOf(label, width, textRoom) }}>
      <Input
        aria-label={hint}
        value={typeof value === 'string' ? value : ''}
        placeholder={main ? hint : '全部'}
        prefix={main ? <Search className="td-ico td-mute" /> : <Label>{label}</Label>}
        maxLength={200}
        allowClear
        onChange={(event) => put({ [name]: event.target.value }, event.type === 'click')}
      />
    </div>
  );
}

type Code = string | number;
interface Choosing {
  multiple?: boolean;
  /** what stands there while nothing is chosen; 全部 unless said otherwise */
  none?: string | undefined;
}
type SelectProps = FilterProps & Choosing & { options: readonly DictItem[] };

/** Choice among fixed options; queries at once. Options are found by pinyin initials too. */
export function FilterSelect({ name, label, width = 160, options, multiple = false, none = '全部' }: SelectProps) {
  const { values, put } = useFilterDraft();
  return (
    <div className="kit-list-filter-one" style={{ width: widthOf(label, width, choiceRoom) }}>
      <Select<Code | Code[]>
        aria-label={label}
        prefix={<Label>{label}</Label>}
        value={chosenCodes(values[name], options) ?? (multiple ? [] : undefined)}
        mode={multiple ? 'multiple' : undefined}
        maxTagCount={0}
        // one that is chosen is named, once its name has come
        labelRender={({ value }) => nameOf(options, value) ?? unnamed}
        maxTagPlaceholder={(chosen) =>
          (chosen.length === 1 && nameOf(options, chosen[0]?.value)) || `已选 ${chosen.length} 项`
        }
        placeholder={none}
        allowClear
        showSearch={byPinyin}
        popupMatchSelectWidth={false}
        // options carry codes that are texts or numbers
        options={options.map((option) => ({ value: option.code as Code, label: option.name }))}
        onChange={(value) => put({ [name]: value }, true)}
      />
    </div>
  );
}

const nameOf = (options: readonly DictItem[], value: unknown): string | undefined =>
  options.find(({ code }) => code === value)?.name;

/** The codes of a filter as its options have them: in an address that somebody typed, the code `'0'` is a number. */
function chosenCodes(value: unknown, options: ReadonlyArray<{ code: unknown }>): Code | Code[] | undefined {
  // the control puts codes there, and the address keeps them
  const own = (one: unknown): Code => (options.find(({ code }) => String(code) === String(one))?.code ?? one) as Code;
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(own) : own(value);
}

/**
 * Choice among the entries of a dictionary: the product's or the company's own.
 * @public part of the kit before the first page needs it
 */
export function FilterDict(props: FilterProps & { code: string; multiple?: boolean }) {
  const { code, ...rest } = props;
  return <FilterSelect {...rest} options={useDict(code)} />;
}

/** Choice among rows that a call answers (fleets, customers …); asked once. */
export function FilterRemote(props: FilterProps & Choosing & { load: () => Promise<DictItem[]> }) {
  const { load, ...rest } = props;
  const [options, setOptions] = useState<DictItem[]>([]);
  useEffect(() => {
    let gone = false;
    load().then(
      (items) => gone || setOptions(items),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [load]);
  return <FilterSelect {...rest} options={options} />;
}

/** Choice of a node of a tree (organisation, fleet). */
export function FilterTree(props: FilterProps & { load: () => Promise<TreeItem[]> }) {
  const { name, label, width = 170, load } = props;
  const { values, put } = useFilterDraft();
  const tree = useTreeOptions(load);
  const chosen = values[name] === undefined || values[name] === null ? undefined : String(values[name]);
  return (
    <div className="kit-list-filter-one" style={{ width: widthOf(label, width, choiceRoom) }}>
      <TreeSelect<{ value: string; label: string }>
        suffixIcon={<ChevronDown className="td-ico td-mute" />}
        aria-label={label}
        prefix={<Label>{label}</Label>}
        style={{ width: '100%' }}
        // one that is chosen is named, once its name has come; in an address that somebody typed its id may be a number
        labelInValue
        value={chosen === undefined ? undefined : { value: chosen, label: titleOf(tree, chosen) ?? unnamed }}
        treeData={tree}
        placeholder="全部"
        allowClear
        showSearch={treeSearch}
        treeDefaultExpandAll
        popupMatchSelectWidth={false}
        onChange={(next: { value: string } | undefined) => put({ [name]: next?.value }, true)}
      />
    </div>
  );
}

function titleOf(tree: readonly TreeOption[], id: string): string | undefined {
  for (const node of tree) {
    const title = node.value === id ? node.title : titleOf(node.children ?? [], id);
    if (title !== undefined) return title;
  }
  return undefined;
}
