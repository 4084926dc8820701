//! The output type that rmcp reads off a signature: `Json<T>` or `Result<Json<T>, E>`.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

pub(crate) fn output_schema(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    argument_of(ty, "Json").or_else(|| argument_of(argument_of(ty, "Result")?, "Json"))
}

/// `T` of `Name<T, ..>`.
fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let segment = path
        .path
        .segments
        .last()
        .filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
