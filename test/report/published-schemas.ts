// What others publish of the formats that muster writes: the schema of SARIF 2.1.0 and an XSD of JUnit reports (schemas/README.md).

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import * as formats from 'ajv-formats';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

const read = (name: string): string => readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8');

/** Draft 4 and draft 7 differ in `id` and in what this schema does not use. */
const { $schema: _draft, id: _id, ...SARIF } = JSON.parse(read('sarif-2.1.0-rtm.5.json')) as Record<string, unknown>;

// Its pattern of a language tag is no pattern by the rules of `u`.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
formats.default.default(ajv);
const acceptsSarif = ajv.compile(SARIF);

/** What the schema finds wrong; empty where nothing is. */
export function sarifFaults(text: string): string[] {
  if (acceptsSarif(JSON.parse(text))) return [];
  return (acceptsSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/**
 * What the XSD of 2010 does not know and its readers take today: GitLab the place of a case, Jenkins why one is skipped. With nothing
 * else, so that any other attribute is still a fault.
 */
const JUNIT = read('jenkins-junit.xsd')
  .replace(
    '<xs:attribute name="assertions"',
    '<xs:attribute name="file" type="xs:string"/><xs:attribute name="line" type="xs:positiveInteger"/>$&',
  )
  .replace(
    '<xs:element name="skipped" type="xs:string"/>',
    '<xs:element name="skipped"><xs:complexType mixed="true"><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>',
  );

/** What the XSD finds wrong; empty where nothing is. */
export function junitFaults(text: string): string[] {
  using schema = XmlDocument.fromString(JUNIT);
  using validator = XsdValidator.fromDoc(schema);
  using document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message.trim());
  }
}
