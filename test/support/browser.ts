// A real headless Chromium for pages that muster writes. It comes from npm as a program for Linux; elsewhere the tests that need
// it are left out and say so. A page may not ask anybody for anything: what it requests beyond itself is noted.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as browsers, type Browser, type Page } from 'playwright-core';

export const CAN_RUN_BROWSER = process.platform === 'linux' && process.arch === 'x64';

/** A container has no user namespaces to build a browser's own sandbox from. */
export async function startBrowser(): Promise<Browser> {
  return browsers.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'], headless: true });
}

export interface Opened {
  readonly page: Page;
  /** Errors of its script, refusals of its content policy, requests to anywhere but the file: none are expected. */
  readonly complaints: string[];
}

export interface Opening {
  readonly folder: string;
  readonly html: string;
  readonly scheme?: 'light' | 'dark';
}

export async function openPage(browser: Browser, { folder, html, scheme = 'light' }: Opening): Promise<Opened> {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.html`);
  writeFileSync(file, html);
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1100, height: 800 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`a request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}
