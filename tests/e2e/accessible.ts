import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Finds nothing wrong with axe. Everything is in one document, so its legacy mode is enough: the other mode opens a page of its own each time and
 * takes ten times as long.
 */
export async function expectNothingForAxe(page: Page, rules?: readonly string[]): Promise<void> {
  // Half a megabyte of script, which axe would otherwise load into the page twice at each check.
  const isThere = await page.evaluate(() => 'axe' in window);
  // Only violations are collected: the passed checks are hundreds of nodes.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)).toEqual([]);
}
