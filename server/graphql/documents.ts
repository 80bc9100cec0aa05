/** Documents as clients send them: parsed with limits, validated, and remembered by their text. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { QUERY_UNKNOWN } from '../../domain/api/graphql.ts';
import { badRequest } from '../../domain/sentences/general.ts';
import { refusal } from './masking.ts';

const MOST_FIELDS = 200;
const MOST_FRAGMENTS = 50;
const DEEPEST = 12;
const MOST_TOKENS = 5_000;

/** A program sends the same few documents again and again; with these limits the remembered ones take a few megabytes. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 4_000;

/** Refuses documents deeper or larger than any screen sends. Introspection is within the limits. */
const modestDocuments: ValidationRule = (context) => {
  let fields = 0;
  let fragments = 0;
  let depth = 0;
  const fragment = (node: FragmentDefinitionNode | FragmentSpreadNode) => {
    fragments += 1;
    if (fragments === MOST_FRAGMENTS + 1) context.reportError(new GraphQLError('The query has too many fragments', { nodes: node }));
  };
  return {
    FragmentDefinition: fragment,
    FragmentSpread: fragment,
    SelectionSet: {
      enter: (node) => {
        depth += 1;
        if (depth > DEEPEST) context.reportError(new GraphQLError('The query is nested too deeply', { nodes: node }));
      },
      leave: () => {
        depth -= 1;
      },
    },
    Field: (node) => {
      fields += 1;
      if (fields === MOST_FIELDS + 1) context.reportError(new GraphQLError('The query asks for too many fields', { nodes: node }));
    },
  };
};

/** The error with this code, unless it has one of its own. */
const coded = (error: GraphQLError, code: string): GraphQLError => {
  error.extensions.code ??= code;
  return error;
};

/** Parses a document with a limit on tokens, which bounds its depth and the work. */
function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxTokens: MOST_TOKENS });
  } catch (error) {
    return error instanceof GraphQLError ? coded(error, 'GRAPHQL_PARSE_FAILED') : refusal(badRequest());
  }
}

export type ReadDocument = (text: unknown) => DocumentNode | readonly GraphQLError[];

/**
 * Reads the documents of a schema; answers the errors in one that breaks rules. Whether a document is valid depends on its text alone, so a
 * valid one is remembered. Variables are checked when it is executed.
 */
export function documentsOf(schema: GraphQLSchema): ReadDocument {
  /** Those used last come last. */
  const remembered = new Map<string, DocumentNode>();
  /** The other rules compare fields and follow fragments, which only a modest document bounds. */
  const faultsOf = (document: DocumentNode) => {
    const immodest = validate(schema, document, [modestDocuments]);
    return immodest.length > 0 ? immodest : validate(schema, document);
  };

  function keep(text: string, document: DocumentNode): void {
    remembered.delete(text);
    remembered.set(text, document);
    const [oldest = text] = remembered.keys();
    if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
  }

  return (text) => {
    if (typeof text !== 'string') return [new GraphQLError('The query must be a text')];
    const known = remembered.get(text);
    const document = known ?? parsed(text);
    if (document instanceof GraphQLError) return [document];
    const errors = known === undefined ? faultsOf(document) : [];
    if (errors.length > 0) return errors.map((error) => coded(error, QUERY_UNKNOWN));
    if (text.length <= LONGEST_REMEMBERED) keep(text, document);
    return document;
  };
}
