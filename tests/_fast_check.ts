/**
 * fast-check, as all tests import it. By hand every run tries other inputs; in
 * CI (`CI=true`) the same ones each time, so that a change is judged by what it
 * changes and not by luck.
 */
import fc from "fast-check/npm";

if (Deno.env.get("CI") === "true") fc.configureGlobal({ seed: 20261130 });

export default fc;
