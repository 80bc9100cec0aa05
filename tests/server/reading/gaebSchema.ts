/**
 * The rules of the GAEB DA XML 3.3 schemas (2021-05: 82, 83, 84 and Lib) for the elements that are written: their order, which must be there, and what
 * their texts may be. The schemas themselves are not ours to ship.
 */
import { SaxesParser } from 'saxes';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

function parsed(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const top = open.at(-1);
    if (top !== undefined) top.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0] ?? root;
}

/** "Name" must be there once, "Name?" may, "Name*" may be repeated, "Name+" must be there at least once. */
type Sequence = readonly string[];
type Phase = '82' | '83' | '84';

const MONEY = /^-?\d{1,11}\.\d{2}$/;
const PRICE = /^-?\d{1,10}\.\d{3}$|^-?\d{1,11}\.\d{2}$/;
const upTo = (most: number) => new RegExp(`^[^\\n\\r\\t]{0,${most}}$`, 'u');

const TEXTS: Readonly<Record<string, RegExp>> = {
  Version: /^3\.3$/,
  VersDate: /^2021-05$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  ProgSystem: upTo(60),
  NamePrj: upTo(60),
  DP: /^8[234]$/,
  Cur: upTo(4),
  Name: upTo(20),
  LblBoQ: upTo(60),
  OutlCompl: /^(AllTxt|OutTxt|DetailTxt)$/,
  Type: /^(Lot|BoQLevel|Item|Index)$/,
  Length: /^([1-9]|1[0-4])$/,
  Num: /^(Yes|No)$/,
  NoUPComps: /^[02-6]$/,
  LblUPComp1: upTo(20),
  LblUPComp2: upTo(20),
  LblUPComp3: upTo(20),
  Total: MONEY,
  TotalNet: MONEY,
  VAT: /^-?\d{1,3}(\.\d{1,2})?$/,
  VATAmount: MONEY,
  TotalGross: MONEY,
  MarkupIt: /^(Yes|No)$/,
  MarkupType: /^(IdentAsMark|AllInCat|ListInSubQty)$/,
  Qty: /^-?\d{1,8}\.\d{3}$/,
  QU: upTo(4),
  UP: PRICE,
  UPComp1: PRICE,
  UPComp2: PRICE,
  UPComp3: PRICE,
  IT: MONEY,
  ITMarkup: MONEY,
  Markup: /^-?\d{1,3}\.\d{1,6}$/,
  WICNo: upTo(40),
  span: /^[^\n\r\t]*$/u,
};

const COMMON: Readonly<Record<string, Sequence>> = {
  GAEB: ['GAEBInfo', 'PrjInfo?', 'Award'],
  GAEBInfo: ['Version', 'VersDate', 'Date', 'Time?', 'ProgSystem?', 'ProgName?'],
  PrjInfo: ['NamePrj', 'LblPrj?'],
  AwardInfo: ['Cur', 'CurLbl?'],
  BoQ: ['BoQInfo', 'BoQBody', 'LotGrp*'],
  BoQBkdn: ['Type', 'LblBoQBkdn?', 'Length', 'Num', 'Alignment?'],
  Totals: ['Total', 'VAT?', 'TotalNet?', 'VATAmount?', 'TotalGross?'],
  LblTx: ['p*'],
  TextOutlTxt: ['p*'],
  p: ['span*'],
  OutlineText: ['OutlTxt'],
  OutlTxt: ['TextOutlTxt+'],
  Description: ['WICNo?', 'OutlineText'],
};
const OF_PHASE: Readonly<Record<Phase, Readonly<Record<string, Sequence>>>> = {
  '82': {
    Award: ['DP', 'AwardInfo?', 'BoQ'],
    BoQInfo: ['Name', 'LblBoQ', 'OutlCompl', 'BoQBkdn+', 'NoUPComps?', 'LblUPComp1?', 'LblUPComp2?', 'LblUPComp3?', 'Totals?'],
    BoQCtgy: ['LblTx', 'BoQBody?', 'Totals?'],
    Item: ['MarkupIt?', 'Qty?', 'QU?', 'UP?', 'UPComp1?', 'UPComp2?', 'UPComp3?', 'IT?', 'VAT?', 'Description?'],
    MarkupItem: ['MarkupType', 'ITMarkup?', 'Markup?', 'IT?', 'Description'],
  },
  '83': {
    Award: ['DP', 'AwardInfo?', 'BoQ?'],
    BoQInfo: ['Name', 'LblBoQ', 'OutlCompl', 'BoQBkdn+'],
    BoQCtgy: ['LblTx', 'BoQBody?'],
    Item: ['MarkupIt?', 'Qty?', 'QU', 'VAT?', 'Description?'],
  },
  '84': {
    Award: ['DP', 'AwardInfo?', 'CTR', 'BoQ'],
    CTR: ['Address'],
    Address: ['Name1', 'Street', 'PCode', 'City'],
    BoQInfo: ['Name', 'BoQBkdn+', 'Totals?'],
    BoQCtgy: ['BoQBody?', 'Totals'],
    Item: ['Qty?', 'UP?', 'IT?', 'VAT?'],
    MarkupItem: ['ITMarkup?', 'Markup?', 'IT?'],
  },
};
const IDENTIFIED = ['BoQ', 'BoQCtgy', 'Item', 'MarkupItem'];
const NUMBERED = ['BoQCtgy', 'Item', 'MarkupItem'];

/** Violations of the schema, as sentences; empty for a document that follows it. */
export function againstSchema(xml: string, phase: Phase): string[] {
  const found: string[] = [];
  const root = parsed(xml);
  if (!xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')) found.push('no declaration');
  if (root.attributes.xmlns !== `http://www.gaeb.de/GAEB_DA_XML/DA${phase}/3.3`) found.push(`namespace ${root.attributes.xmlns}`);
  const ids = new Set<string>();
  const numbers = new Set<string>();
  const walk = (node: Node, number: string): void => {
    const { name, attributes, children } = node;
    if (IDENTIFIED.includes(name)) {
      const id = attributes.ID ?? '';
      if (!/^[A-Za-z_]\w*$/.test(id) || ids.has(id)) found.push(`${name} has the ID "${id}"`);
      ids.add(id);
    }
    let own = number;
    if (NUMBERED.includes(name)) {
      own = `${number}.${attributes.RNoPart}${attributes.RNoIndex === undefined ? '' : `/${attributes.RNoIndex}`}`;
      if (!/^\w{1,14}$/.test(attributes.RNoPart ?? '') || !/^\w?$/.test(attributes.RNoIndex ?? ''))
        found.push(`${name} has the number ${own}`);
      if (numbers.has(own)) found.push(`${own} is there twice`);
      numbers.add(own);
    }
    const pattern = TEXTS[name];
    if (pattern !== undefined && (children.length > 0 || !pattern.test(node.text))) found.push(`${name} is "${node.text}"`);
    if (pattern === undefined && node.text.trim() !== '' && !['Name1', 'Street', 'PCode', 'City'].includes(name))
      found.push(`${name} holds text`);
    const sequence = OF_PHASE[phase][name] ?? COMMON[name];
    const names = children.map((each) => each.name);
    if (name === 'BoQBody') {
      if (!names.every((each) => each === 'BoQCtgy') && !(names.length === 1 && names[0] === 'Itemlist'))
        found.push(`BoQBody holds ${names}`);
    } else if (name === 'Itemlist') {
      if (!names.every((each) => each === 'Item' || each === 'MarkupItem')) found.push(`Itemlist holds ${names}`);
    } else if (sequence !== undefined) found.push(...outOf(sequence, names, name));
    else if (names.length > 0) found.push(`nothing is known of ${name}`);
    for (const each of children) walk(each, own);
  };
  walk(root, '');
  return found;
}

function outOf(sequence: Sequence, names: readonly string[], of: string): string[] {
  let at = 0;
  for (const entry of sequence) {
    const [name, mark] = [entry.replace(/[?*+]$/, ''), /[?*+]$/.exec(entry)?.[0] ?? ''];
    let count = 0;
    while (names[at] === name) {
      at += 1;
      count += 1;
    }
    if (count === 0 && (mark === '' || mark === '+')) return [`${of} has no ${name}`];
    if (count > 1 && (mark === '' || mark === '?')) return [`${of} has ${name} ${count} times`];
  }
  return at === names.length ? [] : [`${of} has ${names[at]} where it may not stand`];
}
