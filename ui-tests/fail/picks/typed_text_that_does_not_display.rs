use mrtr_runtime::prelude::*;

struct Project {
    name: String,
}

#[mrtr_tool]
async fn delete(project: Project) -> Result<String, Refused> {
    ask_confirm!(type_in = project, "Delete {}?", project.name).await?;
    Ok(project.name)
}

fn main() {}
