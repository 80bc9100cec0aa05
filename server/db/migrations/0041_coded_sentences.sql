-- Sentences about an import are kept with their code and what fills them. Those kept as English have no code and are shown as they are.
alter table imports add column refusal_params jsonb;

create function coded(sentence jsonb) returns jsonb immutable language sql as
$$ select case jsonb_typeof(sentence) when 'string' then jsonb_build_object('detail', sentence, 'code', '') else sentence end $$;

update import_lists l set
  notices = (select coalesce(jsonb_agg(coded(n.sentence) order by n.place), '[]')
               from jsonb_array_elements(l.notices) with ordinality as n (sentence, place)),
  totals = (select coalesce(jsonb_agg(t.total || jsonb_build_object('explanation', coded(t.total -> 'explanation'))
                              || case when t.total ? 'read' then jsonb_build_object('read', (t.total -> 'read')
                                        || jsonb_build_object('explanation', coded(t.total -> 'read' -> 'explanation'))) else '{}' end
                            order by t.place), '[]')
              from jsonb_array_elements(l.totals) with ordinality as t (total, place));

update import_rows r set errors = (select jsonb_agg(e.error || '{"code": ""}' order by e.place)
                                     from jsonb_array_elements(r.errors) with ordinality as e (error, place))
 where r.errors <> '[]';

drop function coded(jsonb);
